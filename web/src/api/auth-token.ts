/** The session's bearer token. A browser that refuses to store it still has the session's cookie. */
const KEY = 'medicready.token'

export interface AuthTokenStore {
  read(): string | null
  keep(token: string): void
  clear(): void
}

const unlessRefused = <T>(use: () => T, otherwise: T): T => {
  try {
    return use()
  } catch {
    return otherwise
  }
}

export const authToken: AuthTokenStore = {
  read: () => unlessRefused(() => localStorage.getItem(KEY), null),
  keep: (token) => unlessRefused(() => localStorage.setItem(KEY, token), undefined),
  clear: () => unlessRefused(() => localStorage.removeItem(KEY), undefined),
}

export interface KeptText {
  read(): string | null
  keep(value: string): void
  clear(): void
}

const unlessRefused = <T>(use: () => T, otherwise: T): T => {
  try {
    return use()
  } catch {
    return otherwise
  }
}

const storeOf = (key: string): KeptText => ({
  read: () => unlessRefused(() => localStorage.getItem(key), null),
  keep: (value) => unlessRefused(() => localStorage.setItem(key, value), undefined),
  clear: () => unlessRefused(() => localStorage.removeItem(key), undefined),
})

/** The session's bearer token. A browser that refuses to store it still has the session's cookie. */
export const authToken = storeOf('medicready.token')

/** Set by a logout without a connection, for the server to be told later. Holds the push endpoint, or is empty. */
export const laterLogOut = storeOf('medicready.logOut')

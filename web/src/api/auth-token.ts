/** A text that this browser keeps until it is cleared. */
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

/**
 * Somebody logged out without a connection: the server is told with the next one, before anything is read. It is the
 * address from which this device's notifications came; empty where it showed none.
 */
export const laterLogOut = storeOf('medicready.logOut')

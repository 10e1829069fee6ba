/** What a browser keeps. Without storage it holds until the page is left. */

/** The value that is kept under a key; null where there is none, or none that can be read. */
export function readKept(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value under a key; null takes away what is kept. */
export function keep(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // Private windows and full disks refuse.
  }
}

export const ofThisBrowser = () => localStorage
export const ofThisTab = () => sessionStorage

/** Forgets what this tab has kept, of whomever it was. */
export function forgetTab(): void {
  try {
    ofThisTab().clear()
  } catch {
    // Then there is nothing.
  }
}

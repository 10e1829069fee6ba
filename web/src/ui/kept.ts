/** Null if there is none, or it is unreadable. */
export function readKept(storage: () => Storage, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes it. */
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

/** Forgets what this tab has kept, whichever account it belongs to. */
export function forgetTab(): void {
  try {
    ofThisTab().clear()
  } catch {}
}

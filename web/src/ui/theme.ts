import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** public/theme.js reads the same key before the first paint. */
const KEY = 'theme'
const CHANGED = 'themechange'

const current = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

export function setTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  window.dispatchEvent(new Event(CHANGED))
}

const subscribe = (listener: () => void) => {
  window.addEventListener(CHANGED, listener)
  return () => window.removeEventListener(CHANGED, listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => 'light')

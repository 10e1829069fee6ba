import { useSyncExternalStore } from 'react'

/** Whether this browser can show the whole page on all of the screen: phones often cannot. One to come may. */
export const canFillScreen = (): boolean => globalThis.document?.fullscreenEnabled ?? true

export async function fillScreen(fill: boolean): Promise<void> {
  try {
    if (fill) await document.documentElement.requestFullscreen()
    else if (document.fullscreenElement) await document.exitFullscreen()
  } catch {
    // The browser may refuse it: then all stays as it is.
  }
}

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export const useFillsScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )

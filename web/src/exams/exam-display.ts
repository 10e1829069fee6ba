import { useSyncExternalStore } from 'react'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'

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

/** Whether an exam shows its score estimate, as it was switched in this tab. */
const keyOf = (examId: string) => `examEstimate.${examId}`

export const showsEstimate = (examId: string, otherwise: boolean): boolean => {
  const kept = readKept(ofThisTab, keyOf(examId))
  return typeof kept === 'boolean' ? kept : otherwise
}

export const keepShowsEstimate = (examId: string, shows: boolean): void => keep(ofThisTab, keyOf(examId), shows)

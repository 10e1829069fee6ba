import { useSyncExternalStore } from 'react'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'

/** Phones often cannot. Future browsers may. */
export const canFillScreen = (): boolean => globalThis.document?.fullscreenEnabled ?? true

export async function fillScreen(fill: boolean): Promise<void> {
  try {
    if (fill) await document.documentElement.requestFullscreen()
    else if (document.fullscreenElement) await document.exitFullscreen()
  } catch {
    // A refusal changes nothing.
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

const keyOf = (examId: string) => `examEstimate.${examId}`

export const showsEstimate = (examId: string, otherwise: boolean): boolean => {
  const kept = readKept(ofThisTab, keyOf(examId))
  return typeof kept === 'boolean' ? kept : otherwise
}

export const keepShowsEstimate = (examId: string, shows: boolean): void => keep(ofThisTab, keyOf(examId), shows)

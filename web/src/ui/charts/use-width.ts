import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/** As wide as a chart is drawn before its place has been measured. */
const UNMEASURED = 640
/** As wide as the place of a chart is on paper, A4 or Letter. */
const PRINTED = 640

/**
 * How many pixels wide the place of a chart is: hand `measured` to it as its ref. A chart is drawn in as many units, so
 * that its words are as large as all others, on the screen at any width and on paper.
 */
export function useWidth() {
  const [width, setWidth] = useState(UNMEASURED)
  const measured = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const measure = () => setWidth(Math.max(1, Math.round(place.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // At once: what is printed is what stands when this has returned.
    const measurePaper = () => flushSync(() => setWidth(PRINTED))
    window.addEventListener('beforeprint', measurePaper)
    window.addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', measurePaper)
      window.removeEventListener('afterprint', measure)
    }
  }, [])
  return [measured, width] as const
}

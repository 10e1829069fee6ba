import { useCallback, useState } from 'react'

/** As wide as a chart is drawn before its place has been measured. */
const UNMEASURED = 640

/**
 * How many pixels wide the place of a chart is: hand `measured` to it as its ref. A chart is drawn in as many units, so
 * that its words are as large as all others on the screen, at any width.
 */
export function useWidth() {
  const [width, setWidth] = useState(UNMEASURED)
  const measured = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const measure = () => setWidth(Math.max(1, Math.round(place.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return [measured, width] as const
}

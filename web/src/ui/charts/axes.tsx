import { type ReactNode, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Tick {
  readonly at: number
  readonly label: string
}

/** In order, each `room` wide. The last tick always has a label. */
export function ticksWithRoom(ticks: readonly Tick[], room: number): readonly Tick[] {
  const kept: Tick[] = []
  for (const tick of [...ticks].reverse()) if ((kept.at(-1)?.at ?? Number.POSITIVE_INFINITY) - tick.at >= room) kept.push(tick)
  return kept.reverse()
}

/** Shares are 0 to 1. */
export const percentTicks = (position: (share: number) => number): readonly Tick[] =>
  [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: position(share), label: `${share * 100}%` }))

const UNMEASURED = 640
/** A4 and Letter. */
const PRINTED = 640

/**
 * The width of a chart's place in pixels; pass `measured` as its ref. One unit is one pixel, so text keeps its size.
 */
export function useWidth() {
  const [width, setWidth] = useState(UNMEASURED)
  const measured = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const measure = () => setWidth(Math.max(1, Math.round(place.clientWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // Synchronous, because the page is printed when this returns.
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

export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Behind the point that is read. */
export const ChosenBand = ({ x, width, area }: { x: number; width: number; area: PlotArea }) => (
  <rect x={x} y={area.top} width={width} height={area.bottom - area.top} rx="4" className="fill-sunken" />
)

const LABEL_ROOM = 56

export const LevelLines = ({ area, ticks }: { area: PlotArea; ticks: readonly Tick[] }) =>
  ticks.map(({ at, label }) => (
    <g key={label}>
      <line x1={area.left} x2={area.right} y1={at} y2={at} className="stroke-hairline" />
      <text x={area.left - 8} y={at} dy="0.35em" textAnchor="end" className="fill-muted text-xs tabular-nums">
        {label}
      </text>
    </g>
  ))

/** Labels without room are left out. */
export const BelowLabels = ({ area, ticks, room = LABEL_ROOM }: { area: PlotArea; ticks: readonly Tick[]; room?: number }) =>
  ticksWithRoom(ticks, room).map(({ at, label }) => (
    <text
      key={`${label} ${at}`}
      x={Math.min(Math.max(at, area.left + room / 2 - 16), area.right - room / 2 + 10)}
      y={area.bottom + 18}
      textAnchor="middle"
      className="fill-muted text-xs tabular-nums"
    >
      {label}
    </text>
  ))

/** The summary tells screen readers the same. */
export const ChartKey = ({ children }: { children: ReactNode }) => (
  <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {children}
  </p>
)

/** `sign` is drawn in a box of 16 by 12. */
export const KeyEntry = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
      {sign}
    </svg>
    {children}
  </span>
)

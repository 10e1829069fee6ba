import { type ReactNode, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Tick {
  /** Where it stands on its axis, in units of the drawing. */
  readonly at: number
  readonly label: string
}

/** Of ticks in order those whose labels have room, each `room` wide: the last one always, and what fits before it. */
export function ticksWithRoom(ticks: readonly Tick[], room: number): readonly Tick[] {
  const kept: Tick[] = []
  for (const tick of [...ticks].reverse()) if ((kept.at(-1)?.at ?? Number.POSITIVE_INFINITY) - tick.at >= room) kept.push(tick)
  return kept.reverse()
}

/** Shares from 0 to 1, as percent. */
export const percentTicks = (position: (share: number) => number): readonly Tick[] =>
  [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: position(share), label: `${share * 100}%` }))

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

export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const LABEL_ROOM = 56

/** Lines across the drawing, each with what it stands for at its left. */
export const LevelLines = ({ area, ticks }: { area: PlotArea; ticks: readonly Tick[] }) =>
  ticks.map(({ at, label }) => (
    <g key={label}>
      <line x1={area.left} x2={area.right} y1={at} y2={at} className="stroke-hairline" />
      <text x={area.left - 8} y={at} dy="0.35em" textAnchor="end" className="fill-muted text-xs tabular-nums">
        {label}
      </text>
    </g>
  ))

/** What stands below the drawing; where there is no room for all, some are left out. */
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

/** The signs of a chart and what they stand for. The summary says it to those who do not see them. */
export const ChartKey = ({ children }: { children: ReactNode }) => (
  <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {children}
  </p>
)

/** One sign, drawn in a box of 16 by 12, and its meaning. */
export const KeyEntry = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4">
      {sign}
    </svg>
    {children}
  </span>
)

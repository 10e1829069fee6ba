import type { ReactNode } from 'react'
import { type Tick, ticksWithRoom } from './ticks.ts'

/** Where the figures of a drawing stand, between its edges. */
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

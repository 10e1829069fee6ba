import type { ReactNode } from 'react'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { unscoredOf, type Week, weekday, weekSummary } from './week.ts'

const WIDTH = 336
const HEIGHT = 132
const BASELINE = HEIGHT - 22
const TOP = 20
const BAR = 26

/** Answers of the last seven days, as bars or as a table. */
export function WeekChart({ week }: { week: Week }) {
  const summary = <p className="text-sm text-muted">{weekSummary(week)}</p>
  if (week.every((day) => day.answered === 0)) return summary
  return (
    <div className="grid gap-2">
      <ChartOrTable
        title={<h3 className="text-sm font-semibold">Last 7 days</h3>}
        chart={
          <div className="mt-2 grid max-w-sm gap-2">
            <WeekBars week={week} />
            <p aria-hidden className="flex flex-wrap gap-x-3 text-sm text-muted">
              <Key className="bg-brand">correct</Key>
              <Key className="border border-control bg-hairline">incorrect</Key>
              {unscoredOf(week) > 0 && <Key className="border border-control bg-surface">not scored</Key>}
            </p>
          </div>
        }
        columns={['Day', 'Answered', 'Correct']}
        rows={week.map(({ date, answered, correct }) => [weekday(date, 'long'), answered, correct])}
      />
      {summary}
    </div>
  )
}

const Key = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2.5 rounded-pill ${className}`} /> {children}
  </span>
)

function WeekBars({ week }: { week: Week }) {
  const most = Math.max(1, ...week.map((day) => day.answered))
  const height = (count: number) => (count / most) * (BASELINE - TOP)
  const step = WIDTH / week.length
  return (
    <svg role="img" aria-label={weekSummary(week)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full">
      <line x1="0" x2={WIDTH} y1={BASELINE} y2={BASELINE} className="stroke-hairline" />
      {week.map(({ date, answered, scored, correct }, index) => {
        const centre = step * (index + 0.5)
        const today = index === week.length - 1
        // Bars of a day are drawn over each other. A bar with an outline is narrower by the width of its stroke.
        const bar = (count: number, look: string, width = BAR - 1) =>
          count > 0 && (
            <rect x={centre - width / 2} y={BASELINE - height(count)} width={width} height={height(count)} rx="4" className={look} />
          )
        return (
          <g key={date}>
            {bar(answered, 'fill-surface stroke-control')}
            {bar(scored, 'fill-hairline stroke-control')}
            {bar(correct, 'fill-brand', BAR)}
            {answered > 0 && (
              <text
                x={centre}
                y={BASELINE - height(answered) - 6}
                textAnchor="middle"
                className="fill-ink text-xs font-semibold tabular-nums"
              >
                {answered}
              </text>
            )}
            <text x={centre} y={HEIGHT - 4} textAnchor="middle" className={today ? 'fill-ink text-xs font-semibold' : 'fill-muted text-xs'}>
              {today ? 'Today' : weekday(date, 'short')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

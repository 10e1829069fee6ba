import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { unscoredOf, type Week, weekday, weekSummary } from './week.ts'

const WIDTH = 336
const HEIGHT = 132
const BASELINE = HEIGHT - 22
const TOP = 20
const BAR = 26

/** Answers of the last seven days, as bars or as a table. */
export function WeekChart({ week }: { week: Week }) {
  const [asTable, setAsTable] = useState(false)
  const tableId = useId()
  if (week.every((day) => day.answered === 0)) return <p className="text-sm text-muted">{weekSummary(week)}</p>
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Last 7 days</h3>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 text-muted"
          aria-expanded={asTable}
          aria-controls={tableId}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      </div>
      <div id={tableId}>{asTable ? <WeekTable week={week} /> : <WeekBars week={week} />}</div>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span>{weekSummary(week)}</span>
        {!asTable && (
          <span aria-hidden className="inline-flex items-center gap-3">
            <span className="inline-flex items-center gap-1.5">
              <span className="size-2.5 rounded-pill bg-brand" /> correct
            </span>
            <span className="inline-flex items-center gap-1.5">
              <span className="size-2.5 rounded-pill border border-control bg-hairline" /> incorrect
            </span>
            {unscoredOf(week) > 0 && (
              <span className="inline-flex items-center gap-1.5">
                <span className="size-2.5 rounded-pill border border-control bg-surface" /> not scored
              </span>
            )}
          </span>
        )}
      </p>
    </div>
  )
}

function WeekBars({ week }: { week: Week }) {
  const most = Math.max(1, ...week.map((day) => day.answered))
  const height = (count: number) => (count / most) * (BASELINE - TOP)
  const step = WIDTH / week.length
  return (
    <svg role="img" aria-label={weekSummary(week)} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-2 block w-full max-w-sm">
      <line x1="0" x2={WIDTH} y1={BASELINE} y2={BASELINE} className="stroke-hairline" />
      {week.map(({ date, answered, scored, correct }, index) => {
        const centre = step * (index + 0.5)
        const today = index === week.length - 1
        return (
          <g key={date}>
            {answered > 0 && (
              <>
                <rect
                  x={centre - BAR / 2 + 0.5}
                  y={BASELINE - height(answered)}
                  width={BAR - 1}
                  height={height(answered)}
                  rx="4"
                  className="fill-surface stroke-control"
                />
                {scored > 0 && (
                  <rect
                    x={centre - BAR / 2 + 0.5}
                    y={BASELINE - height(scored)}
                    width={BAR - 1}
                    height={height(scored)}
                    rx="4"
                    className="fill-hairline stroke-control"
                  />
                )}
                <rect
                  x={centre - BAR / 2}
                  y={BASELINE - height(correct)}
                  width={BAR}
                  height={height(correct)}
                  rx="4"
                  className="fill-brand"
                />
                <text
                  x={centre}
                  y={BASELINE - height(answered) - 6}
                  textAnchor="middle"
                  className="fill-ink text-xs font-semibold tabular-nums"
                >
                  {answered}
                </text>
              </>
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

const WeekTable = ({ week }: { week: Week }) => (
  <table className="mt-2 w-full max-w-sm text-sm">
    <thead>
      <tr className="border-b border-hairline text-left text-muted">
        <th scope="col" className="py-1.5 font-medium">
          Day
        </th>
        <th scope="col" className="py-1.5 text-right font-medium">
          Answered
        </th>
        <th scope="col" className="py-1.5 text-right font-medium">
          Correct
        </th>
      </tr>
    </thead>
    <tbody>
      {week.map(({ date, answered, correct }) => (
        <tr key={date} className="border-b border-hairline last:border-0">
          <th scope="row" className="py-1.5 text-left font-normal">
            {weekday(date, 'long')}
          </th>
          <td className="py-1.5 text-right tabular-nums">{answered}</td>
          <td className="py-1.5 text-right tabular-nums">{correct}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

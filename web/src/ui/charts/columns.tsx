import { scaleBand, scaleLinear } from 'd3-scale'
import { BelowLabels, LevelLines, type PlotArea, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface Column {
  /** Unique: "Nov 20". */
  readonly tick: string
  readonly value: number
  readonly words: string
  /** Such as today. */
  readonly marked?: boolean
}

interface ColumnsProps {
  label: string
  /** "Days". */
  pointsLabel: string
  /** At least one. */
  columns: readonly Column[]
  /** A horizontal line, such as a goal. */
  line?: { value: number; label: string }
}

const HEIGHT = 200

export function Columns({ label, pointsLabel, columns, line }: ColumnsProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 44, right: width - 4, top: 16, bottom: HEIGHT - 26 }
  const x = scaleBand(
    columns.map(({ tick }) => tick),
    [area.left, area.right],
  ).padding(0.2)
  const most = Math.max(1, line?.value ?? 0, ...columns.map(({ value }) => value))
  const y = scaleLinear([0, most], [area.bottom, area.top]).nice(4)
  const left = (tick: string) => x(tick) ?? 0
  const middle = (tick: string) => left(tick) + x.bandwidth() / 2
  const whole = y.ticks(4).filter(Number.isInteger)
  const points = columns.map(({ tick, value, words }) => ({ x: middle(tick), y: y(value), words }))
  return (
    <div ref={measured}>
      <ReadablePoints label={pointsLabel} points={points} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={whole.map((value) => ({ at: y(value), label: value.toLocaleString('en-US') }))} />
            {columns.map(({ tick, value, marked = false }, place) => (
              <g key={tick}>
                {place === chosen && (
                  <rect
                    x={left(tick) - 2}
                    y={area.top}
                    width={x.bandwidth() + 4}
                    height={area.bottom - area.top}
                    rx="4"
                    className="fill-sunken"
                  />
                )}
                {value > 0 && (
                  <rect
                    x={left(tick)}
                    y={y(value)}
                    width={x.bandwidth()}
                    height={area.bottom - y(value)}
                    rx={Math.min(4, x.bandwidth() / 2)}
                    className={marked ? 'fill-brand stroke-ink' : 'fill-brand/70'}
                    strokeWidth={marked ? 2 : 0}
                  />
                )}
              </g>
            ))}
            {line && (
              <g>
                <line
                  x1={area.left}
                  x2={area.right}
                  y1={y(line.value)}
                  y2={y(line.value)}
                  className="stroke-ink"
                  strokeWidth="1.5"
                  strokeDasharray="5 4"
                />
                <text x={area.right} y={y(line.value) - 5} textAnchor="end" className="fill-ink text-xs">
                  {line.label}
                </text>
              </g>
            )}
            <BelowLabels area={area} ticks={columns.map(({ tick }) => ({ at: middle(tick), label: tick }))} />
          </svg>
        )}
      </ReadablePoints>
    </div>
  )
}

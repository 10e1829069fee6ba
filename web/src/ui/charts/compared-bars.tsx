import { scaleLinear } from 'd3-scale'
import { useWidth } from './axes.tsx'

export interface ComparedBar {
  readonly name: string
  readonly value: number
  /** "48 seconds". */
  readonly words: string
  readonly own?: boolean
}

interface ComparedBarsProps {
  label: string
  /** At least one. */
  bars: readonly ComparedBar[]
  /** A common reference value. */
  line?: { value: number; label: string }
}

const ROW = 46
const BAR = 16
const FOOT = 20

export function ComparedBars({ label, bars, line }: ComparedBarsProps) {
  const [measured, width] = useWidth()
  const most = Math.max(1, line?.value ?? 0, ...bars.map(({ value }) => value))
  const x = scaleLinear([0, most * 1.05], [0, width])
  const height = bars.length * ROW + (line ? FOOT : 0)
  const lineAt = line ? x(line.value) : 0
  return (
    <div ref={measured}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block w-full">
        {bars.map(({ name, value, words, own = false }, place) => (
          <g key={name}>
            <text x="0" y={place * ROW + 14} className="fill-ink text-sm">
              {name}
            </text>
            <text x={width} y={place * ROW + 14} textAnchor="end" className="fill-ink text-sm font-semibold tabular-nums">
              {words}
            </text>
            <rect
              x="0.5"
              y={place * ROW + 21}
              width={Math.max(2, x(value))}
              height={BAR}
              rx="4"
              className={own ? 'fill-brand' : 'fill-sunken stroke-control'}
            />
          </g>
        ))}
        {line && (
          <>
            {bars.map(({ name }, place) => (
              <path
                key={name}
                d={`M${lineAt} ${place * ROW + 18}v${BAR + 6}`}
                className="stroke-ink"
                strokeWidth="2"
                strokeDasharray="3 3"
              />
            ))}
            <text
              x={Math.min(lineAt, width)}
              y={height - 5}
              textAnchor={lineAt > width / 2 ? 'end' : 'start'}
              className="fill-muted text-xs"
            >
              {line.label}
            </text>
          </>
        )}
      </svg>
    </div>
  )
}

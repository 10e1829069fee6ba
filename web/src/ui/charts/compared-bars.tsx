import { scaleLinear } from 'd3-scale'
import { useWidth } from './axes.tsx'

export interface ComparedBar {
  readonly name: string
  readonly value: number
  readonly words: string
  readonly own?: boolean
}

interface ComparedBarsProps {
  label: string
  bars: readonly ComparedBar[]
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

interface PercentileBarProps {
  label: string
  /** 0 to 100. */
  percentile: number
  mark: string
}

const HEIGHT = 62
const SCALE_HEIGHT = 14
const TOP = 22
const INSET = 12

export function PercentileBar({ label, percentile, mark }: PercentileBarProps) {
  const [measured, width] = useWidth()
  const x = scaleLinear([0, 100], [INSET, width - INSET])
  const at = x(percentile)
  return (
    <div ref={measured}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
        <rect x={x(0)} y={TOP} width={x(100) - x(0)} height={SCALE_HEIGHT} rx={SCALE_HEIGHT / 2} className="fill-sunken stroke-control" />
        <rect
          x={x(0)}
          y={TOP}
          width={Math.max(SCALE_HEIGHT, at - x(0))}
          height={SCALE_HEIGHT}
          rx={SCALE_HEIGHT / 2}
          className="fill-brand/30"
        />
        <path d={`M${at} ${TOP + SCALE_HEIGHT + 2}V${TOP - 3}`} className="stroke-brand" strokeWidth="4" strokeLinecap="round" />
        <text x={Math.min(Math.max(at, 20), width - 20)} y="13" textAnchor="middle" className="fill-brand text-xs font-semibold">
          {mark}
        </text>
        {[0, 25, 50, 75, 100].map((percent) => (
          <text
            key={percent}
            x={percent === 0 ? 0 : percent === 100 ? width : x(percent)}
            y={HEIGHT - 6}
            textAnchor={percent === 0 ? 'start' : percent === 100 ? 'end' : 'middle'}
            className="fill-muted text-xs tabular-nums"
          >
            {percent}%
          </text>
        ))}
      </svg>
    </div>
  )
}

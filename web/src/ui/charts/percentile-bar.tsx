import { scaleLinear } from 'd3-scale'
import { useWidth } from './axes.tsx'

interface PercentileBarProps {
  label: string
  /** 0 to 100. */
  percentile: number
  /** "You". */
  mark: string
}

const HEIGHT = 62
const BAR = 14
const TOP = 22
const INSET = 12

export function PercentileBar({ label, percentile, mark }: PercentileBarProps) {
  const [measured, width] = useWidth()
  const x = scaleLinear([0, 100], [INSET, width - INSET])
  const at = x(percentile)
  return (
    <div ref={measured}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
        <rect x={x(0)} y={TOP} width={x(100) - x(0)} height={BAR} rx={BAR / 2} className="fill-sunken stroke-control" />
        <rect x={x(0)} y={TOP} width={Math.max(BAR, at - x(0))} height={BAR} rx={BAR / 2} className="fill-brand/30" />
        <path d={`M${at} ${TOP + BAR + 2}V${TOP - 3}`} className="stroke-brand" strokeWidth="4" strokeLinecap="round" />
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

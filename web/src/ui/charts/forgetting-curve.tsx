import { scaleLinear, scaleSqrt } from 'd3-scale'
import { curveMonotoneX, line as lineShape } from 'd3-shape'
import { BelowLabels, ChartKey, KeyEntry, LevelLines, type PlotArea, percentTicks, useWidth } from './axes.tsx'
import { Whisker } from './calibration-plot.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface ForgettingPoint {
  readonly day: number
  readonly share: number
}

export interface CurveDot extends ForgettingPoint {
  readonly low: number
  readonly high: number
  readonly words: string
}

interface ForgettingCurveProps {
  label: string
  pointsLabel: string
  /** In order of days; may be empty. */
  curve: readonly ForgettingPoint[]
  dots: readonly CurveDot[]
  marks: { curve: string; dots: string }
  axis: string
}

const HEIGHT = 270
/** A square root scale, because most is forgotten in the first days. */
const namedDays = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365]

export function ForgettingCurve({ label, pointsLabel, curve, dots, marks, axis }: ForgettingCurveProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 44, right: width - 12, top: 12, bottom: HEIGHT - 46 }
  const lastDay = Math.max(1, ...curve.map(({ day }) => day), ...dots.map(({ day }) => day))
  const x = scaleSqrt([0, lastDay], [area.left, area.right])
  const y = scaleLinear([0, 1], [area.bottom, area.top])
  const line = lineShape<ForgettingPoint>(
    ({ day }) => x(day),
    ({ share }) => y(share),
  ).curve(curveMonotoneX)
  const drawn = dots.map(({ day, share, words }) => ({ x: x(day), y: y(share), words }))
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={percentTicks(y)} />
            <path d={line(curve) ?? undefined} className="fill-none stroke-ink" strokeWidth="2" strokeDasharray="6 4" />
            {dots.map(({ day, low, high }, place) => (
              <g key={day}>
                {place === chosen && <circle cx={x(day)} cy={drawn[place]?.y} r="10" className="fill-none stroke-ink" strokeWidth="1.5" />}
                <Whisker x={x(day)} y={drawn[place]?.y ?? 0} low={y(low)} high={y(high)} />
              </g>
            ))}
            <BelowLabels
              area={area}
              ticks={namedDays.filter((day) => day <= lastDay).map((day) => ({ at: x(day), label: day.toLocaleString('en-US') }))}
              room={24}
            />
            <text x={(area.left + area.right) / 2} y={HEIGHT - 6} textAnchor="middle" className="fill-muted text-xs">
              {axis}
            </text>
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        <KeyEntry sign={<path d="M0 6H16" className="stroke-ink" strokeWidth="2" strokeDasharray="6 4" />}>{marks.curve}</KeyEntry>
        <KeyEntry sign={<circle cx="8" cy="6" r="5" className="fill-brand" />}>{marks.dots}</KeyEntry>
      </ChartKey>
    </div>
  )
}

import { scaleLinear } from 'd3-scale'
import { curveMonotoneX, line as lineShape } from 'd3-shape'
import { BelowLabels, ChartKey, KeyEntry, LevelLines, type PlotArea, percentTicks, useWidth } from './axes.tsx'
import { Whisker } from './calibration-plot.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface CurvePoint {
  readonly at: number
  readonly share: number
  readonly low: number
  readonly high: number
  readonly words: string
}

interface CharacteristicCurveProps {
  label: string
  pointsLabel: string
  axis: string
  ends: readonly [number, number]
  /** A share of 0 to 1. */
  expected: (at: number) => number
  /** The location of the curve and its uncertainty to either side. */
  middle: { readonly at: number; readonly off: number }
  points: readonly CurvePoint[]
  marks: { curve: string; middle: string; point: string; range: string }
}

const HEIGHT = 280
const STEPS = 60

export function CharacteristicCurve({ label, pointsLabel, axis, ends, expected, middle, points, marks }: CharacteristicCurveProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 44, right: width - 12, top: 12, bottom: HEIGHT - 46 }
  const x = scaleLinear(ends, [area.left, area.right])
  const y = scaleLinear([0, 1], [area.bottom, area.top])
  const places = Array.from({ length: STEPS + 1 }, (_, step) => ends[0] + ((ends[1] - ends[0]) * step) / STEPS)
  const curve = lineShape<number>(
    (at) => x(at),
    (at) => y(expected(at)),
  ).curve(curveMonotoneX)
  const within = (at: number) => x(Math.max(ends[0], Math.min(ends[1], at)))
  const [left, right] = [within(middle.at - middle.off), within(middle.at + middle.off)]
  const drawn = points.map(({ at, share, words }) => ({ x: within(at), y: y(share), words }))
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <rect x={left} y={area.top} width={Math.max(2, right - left)} height={area.bottom - area.top} className="fill-sunken" />
            <LevelLines area={area} ticks={percentTicks(y)} />
            <path d={`M${within(middle.at)} ${area.top}V${area.bottom}`} className="stroke-ink" strokeWidth="1.5" strokeDasharray="5 4" />
            <path d={curve(places) ?? undefined} className="fill-none stroke-muted" strokeWidth="2.5" />
            {points.map(({ at, share, low, high }, place) => (
              <g key={at}>
                {place === chosen && <circle cx={within(at)} cy={y(share)} r="10" className="fill-brand/25" />}
                <Whisker x={within(at)} y={y(share)} low={y(low)} high={y(high)} />
              </g>
            ))}
            <BelowLabels area={area} ticks={x.ticks(6).map((at) => ({ at: x(at), label: String(at).replace('-', '−') }))} room={32} />
            <text x={(area.left + area.right) / 2} y={HEIGHT - 6} textAnchor="middle" className="fill-muted text-xs">
              {axis}
            </text>
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        <KeyEntry sign={<path d="M0 6H16" className="stroke-muted" strokeWidth="2.5" />}>{marks.curve}</KeyEntry>
        <KeyEntry sign={<circle cx="8" cy="6" r="5" className="fill-brand" />}>{marks.point}</KeyEntry>
        <KeyEntry sign={<path d="M8 0.5V11.5M4 0.5H12M4 11.5H12" className="stroke-brand" strokeWidth="1.5" />}>{marks.range}</KeyEntry>
        <KeyEntry
          sign={
            <>
              <rect width="16" height="12" className="fill-sunken" />
              <path d="M8 0V12" className="stroke-ink" strokeWidth="1.5" strokeDasharray="4 3" />
            </>
          }
        >
          {marks.middle}
        </KeyEntry>
      </ChartKey>
    </div>
  )
}

import { scaleLinear } from 'd3-scale'
import { area as areaShape, line as lineShape } from 'd3-shape'
import { BelowLabels, ChartKey, KeyEntry, LevelLines, type PlotArea, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface BandPoint {
  /** A point in time, in any unit. */
  readonly at: number
  readonly tick: string
  readonly value: number
  readonly low: number
  readonly high: number
  readonly words: string
}

interface LineWithBandProps {
  label: string
  pointsLabel: string
  points: readonly BandPoint[]
  /** What the ends of the vertical axis mean. */
  ends: { high: string; low: string }
  /** Of the vertical axis; those of the points when left out. */
  bounds?: { least: number; most: number }
  marks: { line: string; band: string }
}

const HEIGHT = 260
/** Closer points are drawn as a line only. */
const DOT_ROOM = 10

export function LineWithBand({ label, pointsLabel, points, ends, bounds, marks }: LineWithBandProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 36, right: width - 12, top: 28, bottom: HEIGHT - 46 }
  const x = scaleLinear([points[0]?.at ?? 0, points.at(-1)?.at ?? 1], [area.left + 8, area.right - 8])
  const y = scaleLinear(
    bounds ? [bounds.least, bounds.most] : [Math.min(...points.map(({ low }) => low)), Math.max(...points.map(({ high }) => high))],
    [area.bottom, area.top],
  ).nice(4)
  const band = areaShape<BandPoint>(
    ({ at }) => x(at),
    ({ low }) => y(low),
    ({ high }) => y(high),
  )
  const line = lineShape<BandPoint>(
    ({ at }) => x(at),
    ({ value }) => y(value),
  )
  const drawn = points.map(({ at, value, words }) => ({ x: x(at), y: y(value), words }))
  const hasDots = width >= DOT_ROOM * points.length
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={y.ticks(4).map((value) => ({ at: y(value), label: y.tickFormat(4)(value) }))} />
            <text x={area.left} y="14" className="fill-muted text-xs">
              ↑ {ends.high}
            </text>
            <text x={area.left} y={HEIGHT - 4} className="fill-muted text-xs">
              ↓ {ends.low}
            </text>
            <path d={band(points) ?? undefined} className="fill-brand/20" />
            <path d={line(points) ?? undefined} className="fill-none stroke-brand" strokeWidth="2.5" strokeLinejoin="round" />
            {points.map(({ at, value, low, high }, place) => (
              <g key={at}>
                {place === chosen && <path d={`M${x(at)} ${y(low)}V${y(high)}`} className="stroke-ink" strokeWidth="1.5" />}
                {(hasDots || place === chosen) && (
                  <circle cx={x(at)} cy={y(value)} r={place === chosen ? 6 : 3.5} className="fill-brand stroke-surface" strokeWidth="1.5" />
                )}
              </g>
            ))}
            <BelowLabels area={area} ticks={points.map(({ at, tick }) => ({ at: x(at), label: tick }))} />
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        <KeyEntry sign={<path d="M0 6H16" className="stroke-brand" strokeWidth="2.5" />}>{marks.line}</KeyEntry>
        <KeyEntry sign={<rect y="1" width="16" height="10" rx="2" className="fill-brand/20" />}>{marks.band}</KeyEntry>
      </ChartKey>
    </div>
  )
}

import { scaleLinear } from 'd3-scale'
import { line as lineShape } from 'd3-shape'
import { BelowLabels, ChartKey, KeyEntry, LevelLines, type PlotArea, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface LinesPoint {
  readonly tick: string
  readonly values: readonly (number | null)[]
  readonly words: string
}

interface LinesProps {
  label: string
  pointsLabel: string
  /** `look` is the class of the stroke: `stroke-brand`. */
  lines: readonly { readonly name: string; readonly look: string }[]
  points: readonly LinesPoint[]
  format: (value: number) => string
  /** The upper end of the vertical axis; the maximum of the points when left out. */
  most?: number
  least?: number
  height?: number
}

const LEFT = 48

export function Lines({ label, pointsLabel, lines, points, format, most, least = 0, height = 220 }: LinesProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: LEFT, right: width - 8, top: 12, bottom: height - 26 }
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [area.left + 4, area.right - 4])
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null))
  const scale = scaleLinear([least, most ?? Math.max(1, ...known)], [area.bottom, area.top])
  const y = most === undefined ? scale.nice(4) : scale
  const path = lineShape<number | null>((_, at) => x(at), y0).defined((value) => value !== null)
  function y0(value: number | null): number {
    return y(value ?? least)
  }
  const drawn = points.map(({ values, words }, at) => ({ x: x(at), y: y0(values.find((value) => value !== null) ?? null), words }))
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} width={width} height={height}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block w-full">
            <LevelLines area={area} ticks={y.ticks(4).map((value) => ({ at: y(value), label: format(value) }))} />
            <line x1={x(chosen)} x2={x(chosen)} y1={area.top} y2={area.bottom} className="stroke-control" strokeDasharray="3 3" />
            {lines.map(({ name, look }, of) => (
              <g key={name}>
                <path
                  d={path(points.map(({ values }) => values[of] ?? null)) ?? undefined}
                  className={`fill-none ${look}`}
                  strokeWidth="2"
                  strokeLinejoin="round"
                  strokeLinecap="round"
                />
                <Dot x={x(chosen)} value={points[chosen]?.values[of] ?? null} y={y} look={look} />
              </g>
            ))}
            <BelowLabels area={area} ticks={points.map(({ tick }, at) => ({ at: x(at), label: tick }))} />
          </svg>
        )}
      </ReadablePoints>
      {lines.length > 1 && (
        <ChartKey>
          {lines.map(({ name, look }) => (
            <KeyEntry key={name} sign={<path d="M0 6H16" className={look} strokeWidth="2.5" />}>
              {name}
            </KeyEntry>
          ))}
        </ChartKey>
      )}
    </div>
  )
}

const Dot = ({ x, value, y, look }: { x: number; value: number | null; y: (value: number) => number; look: string }) =>
  value !== null && <circle cx={x} cy={y(value)} r="4.5" className={`fill-surface ${look}`} strokeWidth="2.5" />

import { arc } from 'd3-shape'
import { ChartKey, KeyEntry } from './axes.tsx'

interface GaugeProps {
  label: string
  value: number
  low: number
  high: number
  words: string
  rangeWords: string
  marks: { value: string; range: string }
}

const WIDTH = 256
const HEIGHT = 152
const MIDDLE = { x: WIDTH / 2, y: 128 }
const OUTER = 116
const INNER = 88
const CENTER = (INNER + OUTER) / 2

/** Clockwise from nine o'clock to three; noon is 0. */
const angleOf = (share: number): number => (Math.max(0, Math.min(1, share)) - 0.5) * Math.PI

const ring = arc<number>().startAngle(angleOf(0)).endAngle(angleOf).innerRadius(INNER).outerRadius(OUTER).cornerRadius(4)

export function Gauge({ label, value, low, high, words, rangeWords, marks }: GaugeProps) {
  return (
    <div className="grid justify-items-center gap-2">
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-64 max-w-full">
        <g transform={`translate(${MIDDLE.x} ${MIDDLE.y})`}>
          <path d={ring(1) ?? undefined} className="fill-sunken stroke-control" />
          <path d={ring(value) ?? undefined} className="fill-brand" />
          <Range from={angleOf(low)} to={angleOf(high)} />
          <text y="-26" textAnchor="middle" className="fill-ink text-4xl font-semibold tabular-nums">
            {words}
          </text>
          <text y="-4" textAnchor="middle" className="fill-muted text-sm tabular-nums">
            {rangeWords}
          </text>
          <text x={-CENTER} y="18" textAnchor="middle" className="fill-muted text-xs tabular-nums">
            0%
          </text>
          <text x={CENTER} y="18" textAnchor="middle" className="fill-muted text-xs tabular-nums">
            100%
          </text>
        </g>
      </svg>
      <ChartKey>
        <KeyEntry sign={<rect y="1" width="16" height="10" rx="2" className="fill-brand" />}>{marks.value}</KeyEntry>
        <KeyEntry sign={<path d="M1.5 1V11M1.5 6H14.5M14.5 1V11" className="fill-none stroke-ink" strokeWidth="3" />}>
          {marks.range}
        </KeyEntry>
      </ChartKey>
    </div>
  )
}

/** Its outline separates it from the fill. */
function Range({ from, to }: { from: number; to: number }) {
  const at = (angle: number, radius: number) => `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`
  const across = (angle: number) => `M${at(angle, INNER + 5)}L${at(angle, OUTER - 5)}`
  const path = `${across(from)}M${at(from, CENTER)}A${CENTER} ${CENTER} 0 0 1 ${at(to, CENTER)}${across(to)}`
  return (
    <g className="fill-none" strokeLinecap="round">
      <path d={path} className="stroke-surface" strokeWidth="8" />
      <path d={path} className="stroke-ink" strokeWidth="4" />
    </g>
  )
}

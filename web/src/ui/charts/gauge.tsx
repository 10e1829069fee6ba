import { arc } from 'd3-shape'
import { ChartKey, KeyEntry } from './axes.tsx'

interface GaugeProps {
  /** The chart in a sentence. */
  label: string
  /** Shares of 0 to 1: where it stands, and the range that it likely lies in. */
  value: number
  low: number
  high: number
  /** What stands in the middle: "71%", and below it "58–82". */
  words: string
  rangeWords: string
  marks: { value: string; range: string }
}

const WIDTH = 256
const HEIGHT = 152
const MIDDLE = { x: WIDTH / 2, y: 128 }
const OUTER = 116
const INNER = 88
/** A range is never drawn narrower than this, in radians: one of nothing could not be seen. */
const LEAST_ANGLE = 0.03

/** From nine o'clock over noon to three, clockwise; noon is 0. */
const angleOf = (share: number): number => (Math.max(0, Math.min(1, share)) - 0.5) * Math.PI

const ring = arc<{ from: number; to: number; inset: number }>()
  .startAngle(({ from }) => from)
  .endAngle(({ to }) => to)
  .innerRadius(({ inset }) => INNER + inset)
  .outerRadius(({ inset }) => OUTER - inset)
  .cornerRadius(4)

/** One share on a half circle, with the range that it likely lies in. Nothing of it moves. */
export function Gauge({ label, value, low, high, words, rangeWords, marks }: GaugeProps) {
  const whole = ring({ from: angleOf(0), to: angleOf(1), inset: 0 })
  const from = angleOf(low)
  const range = ring({ from, to: Math.max(angleOf(high), from + LEAST_ANGLE), inset: 0 })
  return (
    <div className="grid justify-items-center gap-2">
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-64 max-w-full">
        <g transform={`translate(${MIDDLE.x} ${MIDDLE.y})`}>
          <path d={whole ?? undefined} className="fill-sunken stroke-control" />
          <path d={range ?? undefined} className="fill-brand/30 stroke-brand" />
          <Needle angle={angleOf(value)} />
          <text y="-26" textAnchor="middle" className="fill-ink text-4xl font-semibold tabular-nums">
            {words}
          </text>
          <text y="-4" textAnchor="middle" className="fill-muted text-sm tabular-nums">
            {rangeWords}
          </text>
          <text x={-(INNER + OUTER) / 2} y="18" textAnchor="middle" className="fill-muted text-xs tabular-nums">
            0%
          </text>
          <text x={(INNER + OUTER) / 2} y="18" textAnchor="middle" className="fill-muted text-xs tabular-nums">
            100%
          </text>
        </g>
      </svg>
      <ChartKey>
        <KeyEntry sign={<path d="M8 0.5V11.5" className="stroke-ink" strokeWidth="4" strokeLinecap="round" />}>{marks.value}</KeyEntry>
        <KeyEntry sign={<rect x="0.5" y="1.5" width="15" height="9" rx="3" className="fill-brand/30 stroke-brand" />}>
          {marks.range}
        </KeyEntry>
      </ChartKey>
    </div>
  )
}

/** Across the ring, and over its edges, so that it is told from the ends of the range by its shape. */
function Needle({ angle }: { angle: number }) {
  const at = (radius: number) => `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`
  const path = `M${at(INNER - 5)}L${at(OUTER + 5)}`
  return (
    <>
      <path d={path} className="stroke-surface" strokeWidth="8" strokeLinecap="round" />
      <path d={path} className="stroke-ink" strokeWidth="4" strokeLinecap="round" />
    </>
  )
}

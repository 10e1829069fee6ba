import { scaleLinear } from 'd3-scale'
import { area as areaShape, line as lineShape } from 'd3-shape'
import { BelowLabels, ChartKey, KeyEntry, LevelLines, type PlotArea, type Tick, ticksWithRoom, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface PathStep {
  readonly order: number
  readonly value: number
  readonly low: number
  readonly high: number
  /** `none` leaves the estimate unchanged. */
  readonly mark: 'up' | 'down' | 'none'
  readonly words: string
}

interface DecisionPathProps {
  label: string
  pointsLabel: string
  steps: readonly PathStep[]
  axis: string
  /** Lowest first. */
  levels: readonly { readonly value: number; readonly label: string }[]
  line: { readonly value: number; readonly label: string }
  /** The first step at which it may end; null if it is never reached. */
  mayEndFrom: number | null
  marks: { estimate: string; band: string; line: string; up: string; down: string; none: string; mayEnd: string; end: string }
}

const HEIGHT = 340
const LEVEL_ROOM = 20
/** One row of marks for each direction, so that color is not needed. */
const MARK_ROW = 12
const MARKS = 2 * MARK_ROW + 8

export function DecisionPath({ label, pointsLabel, steps, axis, levels, line, mayEndFrom, marks }: DecisionPathProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 32, right: width - 10, top: 28, bottom: HEIGHT - MARKS - 28 }
  const last = steps.at(-1)
  const x = scaleLinear([1, Math.max(2, last?.order ?? 2)], [area.left + 6, area.right - 4])
  const y = scaleLinear(
    [Math.min(line.value, ...steps.map(({ low }) => low)), Math.max(line.value, ...steps.map(({ high }) => high))],
    [area.bottom, area.top],
  )
  const band = areaShape<PathStep>(
    ({ order }) => x(order),
    ({ low }) => y(low),
    ({ high }) => y(high),
  )
  const estimate = lineShape<PathStep>(
    ({ order }) => x(order),
    ({ value }) => y(value),
  )
  const lineAt = y(line.value)
  const drawn = steps.map(({ order, value, words }) => ({ x: x(order), y: y(value), words }))
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={drawn} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={levelTicks(levels, y, area, lineAt)} />
            <text x="0" y="14" className="fill-muted text-xs">
              {axis}
            </text>
            <path d={band(steps) ?? undefined} className="fill-brand/20" />
            {mayEndFrom !== null && (
              <path d={`M${x(mayEndFrom)} ${area.top}V${area.bottom}`} className="stroke-control" strokeDasharray="2 4" strokeWidth="1.5" />
            )}
            <line x1={area.left} x2={area.right} y1={lineAt} y2={lineAt} className="stroke-ink" strokeWidth="1.5" strokeDasharray="6 4" />
            <text x={area.left - 8} y={lineAt} dy="0.35em" textAnchor="end" className="fill-ink text-xs font-semibold tabular-nums">
              {line.label}
            </text>
            <path d={estimate(steps) ?? undefined} className="fill-none stroke-brand" strokeWidth="2" strokeLinejoin="round" />
            {steps.map(({ order, mark }) => (
              <StepMark key={order} x={x(order)} top={area.bottom + 8} mark={mark} />
            ))}
            <Chosen step={steps[chosen]} x={x} y={y} bottom={area.bottom + 4 + MARKS} />
            {last && <End x={x(last.order)} y={y(last.value)} />}
            <BelowLabels
              area={{ ...area, bottom: area.bottom + MARKS }}
              ticks={orderTicks(last?.order ?? 1).map((order) => ({ at: x(order), label: String(order) }))}
              room={28}
            />
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        <KeyEntry sign={<path d="M0 6H16" className="stroke-brand" strokeWidth="2" />}>{marks.estimate}</KeyEntry>
        <KeyEntry sign={<rect y="1" width="16" height="10" rx="2" className="fill-brand/20" />}>{marks.band}</KeyEntry>
        <KeyEntry sign={<path d="M0 6H16" className="stroke-ink" strokeWidth="1.5" strokeDasharray="4 3" />}>{marks.line}</KeyEntry>
        {mayEndFrom !== null && (
          <KeyEntry sign={<path d="M8 0V12" className="stroke-control" strokeWidth="1.5" strokeDasharray="2 3" />}>{marks.mayEnd}</KeyEntry>
        )}
        <KeyEntry sign={<StepMark x={8} top={2} mark="up" />}>{marks.up}</KeyEntry>
        <KeyEntry sign={<StepMark x={8} top={-10} mark="down" />}>{marks.down}</KeyEntry>
        {steps.some(({ mark }) => mark === 'none') && <KeyEntry sign={<StepMark x={8} top={-6} mark="none" />}>{marks.none}</KeyEntry>}
        <KeyEntry sign={<End x={8} y={6} />}>{marks.end}</KeyEntry>
      </ChartKey>
    </div>
  )
}

function levelTicks(levels: DecisionPathProps['levels'], y: (value: number) => number, area: PlotArea, lineAt: number): readonly Tick[] {
  const within = levels
    .map(({ value, label }) => ({ at: y(value), label }))
    .filter(({ at }) => at >= area.top && at <= area.bottom && Math.abs(at - lineAt) >= LEVEL_ROOM)
    .sort((one, other) => one.at - other.at)
  return ticksWithRoom(within, LEVEL_ROOM)
}

/** Every tenth and the last, unless they are adjacent. */
const orderTicks = (last: number): number[] => [...Array.from({ length: Math.floor((last - 1) / 10) }, (_, tens) => (tens + 1) * 10), last]

function StepMark({ x, top, mark }: { x: number; top: number; mark: PathStep['mark'] }) {
  switch (mark) {
    case 'up':
      return <path d={`M${x} ${top}v${MARK_ROW - 4}`} className="stroke-ok" strokeWidth="2.5" />
    case 'down':
      return <path d={`M${x} ${top + MARK_ROW + 4}v${MARK_ROW - 4}`} className="stroke-bad" strokeWidth="2.5" />
    case 'none':
      return <circle cx={x} cy={top + MARK_ROW} r="2" className="fill-none stroke-muted" strokeWidth="1.2" />
  }
}

interface ChosenProps {
  step: PathStep | undefined
  x: (order: number) => number
  y: (value: number) => number
  bottom: number
}

const Chosen = ({ step, x, y, bottom }: ChosenProps) =>
  step && (
    <>
      <path d={`M${x(step.order)} ${y(step.high)}V${bottom}`} className="stroke-ink/40" strokeWidth="1" />
      <path d={`M${x(step.order)} ${y(step.high)}V${y(step.low)}`} className="stroke-ink" strokeWidth="1.5" />
      <circle cx={x(step.order)} cy={y(step.value)} r="5" className="fill-brand stroke-surface" strokeWidth="1.5" />
    </>
  )

const End = ({ x, y }: { x: number; y: number }) => (
  <rect x={x - 4.5} y={y - 4.5} width="9" height="9" className="fill-ink stroke-surface" strokeWidth="1.5" />
)

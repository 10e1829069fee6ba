import { scaleBand, scaleLinear } from 'd3-scale'
import { BelowLabels, ChartKey, ChosenBand, KeyEntry, LevelLines, type PlotArea, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

export interface ChartColumn {
  /** Unique: "Nov 20". */
  readonly tick: string
  readonly value: number
  readonly words: string
  readonly marked?: boolean
}

interface ColumnsProps {
  label: string
  pointsLabel: string
  columns: readonly ChartColumn[]
}

const HEIGHT = 200

export function Columns({ label, pointsLabel, columns }: ColumnsProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: 44, right: width - 4, top: 16, bottom: HEIGHT - 26 }
  const ticks = columns.map(({ tick }) => tick)
  const x = scaleBand(ticks, [area.left, area.right]).padding(0.2)
  const most = Math.max(1, ...columns.map(({ value }) => value))
  const y = scaleLinear([0, most], [area.bottom, area.top]).nice(4)
  const left = (tick: string) => x(tick) ?? 0
  const middle = (tick: string) => left(tick) + x.bandwidth() / 2
  const whole = y.ticks(4).filter(Number.isInteger)
  const points = columns.map(({ tick, value, words }) => ({ x: middle(tick), y: y(value), words }))
  return (
    <div ref={measured}>
      <ReadablePoints label={pointsLabel} points={points} width={width} height={HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={whole.map((value) => ({ at: y(value), label: value.toLocaleString('en-US') }))} />
            {columns.map(({ tick, value, marked = false }, place) => (
              <g key={tick}>
                {place === chosen && <ChosenBand x={left(tick) - 2} width={x.bandwidth() + 4} area={area} />}
                {value > 0 && (
                  <rect
                    x={left(tick)}
                    y={y(value)}
                    width={x.bandwidth()}
                    height={area.bottom - y(value)}
                    rx={Math.min(4, x.bandwidth() / 2)}
                    className={marked ? 'fill-brand stroke-ink' : 'fill-brand/70'}
                    strokeWidth={marked ? 2 : 0}
                  />
                )}
              </g>
            ))}
            <BelowLabels area={area} ticks={ticks.map((tick) => ({ at: middle(tick), label: tick }))} />
          </svg>
        )}
      </ReadablePoints>
    </div>
  )
}

interface StackedPart {
  readonly kind: number
  readonly from: number
  readonly to: number
}

/** Positive values stack upwards, negative ones downwards. Zeros have no part. */
export function stackedParts(values: readonly number[]): readonly StackedPart[] {
  let [up, down] = [0, 0]
  return values.flatMap((value, kind) => {
    if (value === 0) return []
    const from = value > 0 ? up : down
    const to = from + value
    if (value > 0) up = to
    else down = to
    return [{ kind, from, to }]
  })
}

interface StackedColumn {
  /** Unique: "Mar 26". */
  readonly tick: string
  readonly values: readonly number[]
  readonly words: string
}

interface StackedColumnsProps {
  label: string
  pointsLabel: string
  /** `look` is the class of the fill: `fill-brand`. */
  kinds: readonly { readonly name: string; readonly look: string }[]
  columns: readonly StackedColumn[]
  format: (value: number) => string
}

const STACKED_HEIGHT = 220
const LEFT = 48
/** Gives an axis to data without positive values. */
const LEAST = 1

export function StackedColumns({ label, pointsLabel, kinds, columns, format }: StackedColumnsProps) {
  const [measured, width] = useWidth()
  const area: PlotArea = { left: LEFT, right: width - 4, top: 12, bottom: STACKED_HEIGHT - 26 }
  const ticks = columns.map(({ tick }) => tick)
  const x = scaleBand(ticks, [area.left, area.right]).padding(0.25)
  const stacks = columns.map(({ values }) => stackedParts(values))
  const ends = stacks.flat().flatMap(({ from, to }) => [from, to])
  const y = scaleLinear([Math.min(0, ...ends), Math.max(LEAST, ...ends)], [area.bottom, area.top]).nice(4)
  const left = (tick: string) => x(tick) ?? 0
  const middle = (tick: string) => left(tick) + x.bandwidth() / 2
  const points = columns.map(({ tick, words }, at) => ({
    x: middle(tick),
    y: y(Math.max(0, ...(stacks[at] ?? []).map(({ to }) => to))),
    words,
  }))
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints label={pointsLabel} points={points} width={width} height={STACKED_HEIGHT}>
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${STACKED_HEIGHT}`} className="block w-full">
            <LevelLines area={area} ticks={y.ticks(4).map((value) => ({ at: y(value), label: format(value) }))} />
            {columns.map(({ tick }, place) => (
              <g key={tick}>
                {place === chosen && <ChosenBand x={left(tick) - 3} width={x.bandwidth() + 6} area={area} />}
                <Stack parts={stacks[place] ?? []} looks={kinds.map(({ look }) => look)} x={left(tick)} width={x.bandwidth()} y={y} />
              </g>
            ))}
            <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="stroke-control" />
            <BelowLabels area={area} ticks={ticks.map((tick) => ({ at: middle(tick), label: tick }))} />
          </svg>
        )}
      </ReadablePoints>
      {kinds.length > 1 && (
        <ChartKey>
          {kinds.map(({ name, look }) => (
            <KeyEntry key={name} sign={<rect y="1" width="16" height="10" rx="2" className={look} />}>
              {name}
            </KeyEntry>
          ))}
        </ChartKey>
      )}
    </div>
  )
}

interface StackProps {
  parts: readonly StackedPart[]
  looks: readonly string[]
  x: number
  width: number
  y: (value: number) => number
}

const Stack = ({ parts, looks, x, width, y }: StackProps) =>
  parts.map(({ kind, from, to }) => (
    <rect
      key={kind}
      x={x}
      y={y(Math.max(from, to))}
      width={width}
      height={Math.abs(y(from) - y(to))}
      className={`${looks[kind]} stroke-surface`}
      strokeWidth="1"
    />
  ))

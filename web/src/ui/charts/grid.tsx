import { scaleBand, scaleLinear } from 'd3-scale'
import { BelowLabels, ChartKey, KeyEntry, type PlotArea, ticksWithRoom, useWidth } from './axes.tsx'
import { ReadablePoints } from './readable-points.tsx'

type GridHead = string | number
export type GridKey = readonly [row: GridHead, column: GridHead]

/** Rows and columns in the order in which they come, numbers in their own. */
export function gridOf(keys: readonly GridKey[], values: readonly (number | null)[]) {
  const [rows, columns] = [ordered(keys.map(([row]) => row)), ordered(keys.map(([, column]) => column))]
  const known = new Map(keys.map((key, at) => [key.join('\n'), values[at] ?? null]))
  return { rows, columns, values: columns.map((column) => rows.map((row) => known.get(`${row}\n${column}`) ?? null)) }
}

function ordered(heads: readonly GridHead[]): readonly GridHead[] {
  const different = [...new Set(heads)]
  return different.every((head) => typeof head === 'number') ? different.sort((one, other) => one - other) : different
}

interface GridProps extends ReturnType<typeof gridOf> {
  label: string
  pointsLabel: string
  words: (row: GridHead, column: GridHead, value: number | null) => string
  format: (value: number) => string
}

const tints = ['fill-brand/5', 'fill-brand/15', 'fill-brand/30', 'fill-brand/45', 'fill-brand/60']
const LETTER = 7
const LONGEST_HEAD = 24
const [LOW, HIGH] = [11, 30]
const MOST_HIGH = 16
/** For a number in the cell. */
const WIDE = 44

/** A cell for each pair, the darker the more. */
export function Grid({ label, pointsLabel, rows, columns, values, words, format }: GridProps) {
  const [measured, width] = useWidth()
  const names = rows.map((row) => short(String(row)))
  const high = rows.length > MOST_HIGH ? LOW : HIGH
  const area: PlotArea = { left: widthOf(names), right: width - 8, top: 4, bottom: 4 + rows.length * high }
  const x = scaleBand(columns.keys(), [area.left, area.right])
  const height = area.bottom + 26
  const cells = columns.flatMap((column, across) =>
    rows.map((row, down) => {
      const value = values[across]?.[down] ?? null
      return { x: (x(across) ?? 0) + x.bandwidth() / 2, y: area.top + (down + 0.5) * high, value, words: words(row, column, value) }
    }),
  )
  const known = cells.flatMap(({ value }) => value ?? [])
  const [bottom = 0, top = 1] = scaleLinear([Math.min(...known), Math.max(...known)], [0, 1])
    .nice(tints.length)
    .domain()
  const step = (top - bottom) / tints.length || 1
  const levelOf = ({ value }: { value: number | null }) =>
    value === null ? null : Math.min(tints.length - 1, Math.floor((value - bottom) / step))
  const outlineOf = ({ x: middle, y }: { x: number; y: number }) => {
    const [across, down] = [Math.max(1, x.bandwidth() - 2), high - 2]
    return `M${middle - across / 2} ${y - down / 2}h${across}v${down}h${-across}z`
  }
  const below = cells.filter((_, at) => at % rows.length === 0).map(({ x }, at) => ({ at: x, label: short(String(columns[at])) }))
  const beside = ticksWithRoom(
    names.map((label, down) => ({ at: area.top + (down + 0.5) * high, label })),
    2 * LOW,
  )
  const isNumbered = high === HIGH && x.bandwidth() >= WIDE
  return (
    <div ref={measured} className="grid gap-2">
      <ReadablePoints
        label={pointsLabel}
        points={cells}
        first={cells.findLastIndex(({ value }) => value !== null)}
        width={width}
        height={height}
        perColumn={rows.length}
      >
        {(chosen) => (
          <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block w-full">
            {beside.map(({ at, label }) => (
              <text key={at} x="0" y={at} dy="0.35em" className="fill-muted text-xs tabular-nums">
                {label}
              </text>
            ))}
            {tints.map((tint, of) => (
              <path key={tint} d={cells.flatMap((cell) => (levelOf(cell) === of ? outlineOf(cell) : [])).join('')} className={tint} />
            ))}
            {cells[chosen] && <path d={outlineOf(cells[chosen])} className="fill-none stroke-ink" />}
            {isNumbered &&
              cells.map(({ x, y, words, value }) => (
                <text key={words} x={x} y={y} dy="0.35em" textAnchor="middle" className="fill-ink text-xs tabular-nums">
                  {value === null ? '' : format(value)}
                </text>
              ))}
            <BelowLabels area={area} ticks={below} room={widthOf(below.map(({ label }) => label))} />
          </svg>
        )}
      </ReadablePoints>
      <ChartKey>
        {tints.map((tint, at) => (
          <KeyEntry key={tint} sign={<rect y="1" width="16" height="10" rx="2" className={`${tint} stroke-control`} />}>
            {`${format(bottom + step * at)} to ${format(bottom + step * (at + 1))}`}
          </KeyEntry>
        ))}
      </ChartKey>
    </div>
  )
}

const short = (head: string): string => (head.length > LONGEST_HEAD ? `${head.slice(0, LONGEST_HEAD - 1)}…` : head)
const widthOf = (names: readonly string[]): number => LETTER * Math.max(...names.map(({ length }) => length)) + 12

import type { QueryAnswer } from '@medicready/domain/contract/lab/queries'
import { useState } from 'react'
import { StackedColumns } from '../ui/charts/columns.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { SelectField } from '../ui/field.tsx'

export interface DrawnFigure {
  readonly name: string
  readonly values: readonly (number | null)[]
}

const MOST_POINTS = 100
const LONGEST_TICK = 12
const looks = [
  { fill: 'fill-brand', stroke: 'stroke-brand' },
  { fill: 'fill-ink', stroke: 'stroke-ink [stroke-dasharray:7_3]' },
  { fill: 'fill-ok', stroke: 'stroke-ok [stroke-dasharray:2_3]' },
  { fill: 'fill-warn', stroke: 'stroke-warn [stroke-dasharray:7_3_2_3]' },
] as const

/** As many of the first columns as tell the rows apart, and the numbers after them. Null if nothing can be drawn. */
export function figuresIn({ columns, rows }: Pick<QueryAnswer, 'columns' | 'rows'>): { ticks: string[]; figures: DrawnFigure[] } | null {
  const drawn = rows.slice(0, MOST_POINTS)
  for (let heads = 1; heads < columns.length && drawn.length > 0; heads += 1) {
    const ticks = drawn.map((row) => row.slice(0, heads).join(' · '))
    if (new Set(ticks).size < drawn.length) continue
    const figures = columns.flatMap(({ name, isNumber }, at) => {
      const values = drawn.map((row) => row[at]).map((value) => (typeof value === 'number' ? value : null))
      return at >= heads && isNumber ? [{ name, values }] : []
    })
    return figures.length > 0 ? { ticks, figures } : null
  }
  return null
}

const short = (value: number): string => value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })
const ALL = ''

export function QueryChart({ ticks, figures }: { ticks: readonly string[]; figures: readonly DrawnFigure[] }) {
  const [kind, setKind] = useState<'columns' | 'lines'>('columns')
  const [chosen, setChosen] = useState(figures[0]?.name ?? ALL)
  const drawn = figures.filter(({ name }) => chosen === ALL || name === chosen).slice(0, looks.length)
  // Longer ones would overlap, so the rows are numbered.
  const isShort = ticks.every(({ length }) => length <= LONGEST_TICK)
  const points = ticks.map((tick, at) => ({
    tick: isShort ? tick : String(at + 1),
    values: drawn.map(({ values }) => values[at] ?? null),
    words: `${tick}: ${drawn.map(({ name, values }) => `${name} ${values[at] ?? 'none'}`).join(', ')}`,
  }))
  const parts = { label: `Chart of ${drawn.map(({ name }) => name).join(', ')}`, pointsLabel: 'Rows', format: short }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <SelectField label="Chart" value={kind} options={['columns', 'lines']} onChange={setKind} />
        <SelectField
          label="Figure"
          value={chosen}
          options={figures.length > 1 ? [...figures.map(({ name }) => name), ALL] : figures.map(({ name }) => name)}
          word={(name) => (name === ALL ? 'All figures' : name)}
          onChange={setChosen}
        />
      </div>
      {kind === 'columns' ? (
        <StackedColumns
          {...parts}
          kinds={drawn.map(({ name }, at) => ({ name, look: looks[at]?.fill ?? '' }))}
          columns={points.map(({ values, ...point }) => ({ ...point, values: values.map((value) => value ?? 0) }))}
        />
      ) : (
        <Lines
          {...parts}
          lines={drawn.map(({ name }, at) => ({ name, look: looks[at]?.stroke ?? '' }))}
          points={points}
          least={Math.min(0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)))}
        />
      )}
      {ticks.length === MOST_POINTS && <p className="text-sm text-muted">The chart shows the first {MOST_POINTS} rows.</p>}
    </div>
  )
}

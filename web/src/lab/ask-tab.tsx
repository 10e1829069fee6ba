import type { AskableExport, QueryAnswer, SavedQuery } from '@medicready/domain/contract/lab/queries'
import { MAX_QUERY_NAME_LENGTH } from '@medicready/domain/lab/shown/limits'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Play, Square, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { among } from '../dashboards/address.ts'
import { AdminTable } from '../dashboards/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboards/amounts.ts'
import { ExportCsv } from '../dashboards/export-csv.tsx'
import { Panel } from '../dashboards/panel.tsx'
import { adminQuery, adminQueryOrNull } from '../dashboards/reads.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/card.tsx'
import { StackedColumns } from '../ui/charts/columns.tsx'
import { ComparedBars } from '../ui/charts/compared-bars.tsx'
import { Grid, type GridKey, gridOf } from '../ui/charts/grid.tsx'
import { Lines } from '../ui/charts/lines.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { SqlEditor } from './sql-editor.tsx'

const exportQuery = adminQueryOrNull('GET /api/analyst/export', {})
const savedQuery = adminQuery('GET /api/analyst/saved-queries', {})
const loadSchema = async () => (await import('@medicready/domain/contract/lab/forms')).NamedQuery

interface AskTabProps {
  sql: string
  onChange: (sql: string) => void
}

export default function AskTab(props: AskTabProps) {
  const { data: latest } = useSuspenseQuery(exportQuery)
  if (latest) return <Asking {...props} latest={latest} />
  return (
    <EmptyState title="There is no export yet">
      An operator makes one with <code className="wrap-anywhere">npm run export -- --reason "…"</code>.
    </EmptyState>
  )
}

function Asking({ sql, onChange, latest }: AskTabProps & { latest: AskableExport }) {
  const query = useWrite('POST /api/analyst/queries')
  const stopping = useWrite('POST /api/analyst/queries/stop')
  const saving = useWrite('POST /api/analyst/saved-queries', useRefetching(savedQuery.queryKey))
  const isEmpty = sql.trim() === ''
  const { form, field, isSending, set } = useForm({
    schema: loadSchema,
    initial: { name: '' },
    bodyOf: (fields) => ({ ...fields, sql }),
    send: async (body) => {
      await saving.mutateAsync({ body })
      toast({ title: 'Query Saved', description: body.name })
    },
  })
  const open = (name: string, text: string) => {
    onChange(text)
    set({ name })
    query.reset()
  }
  const run = () => !isEmpty && query.mutate({ body: { sql } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-muted">Queries read the export of {utcInstantOf(latest.exportedAt)} UTC. Each one is recorded.</p>
        <SqlEditor
          value={sql}
          views={latest.views}
          fault={query.error ? friendlyMessage(query.error) : undefined}
          onChange={onChange}
          onRun={run}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={query.isPending ? undefined : Play}
            loading={query.isPending}
            busy="RUNNING..."
            label="RUN"
            disabledReason={isEmpty ? 'Please enter a query.' : undefined}
            onClick={run}
          />
          {query.isPending && (
            <Button variant="secondary" icon={Square} label="STOP" onClick={() => void attempt(() => stopping.mutateAsync(undefined))} />
          )}
        </div>
      </div>
      {query.data && <Answer answer={query.data} />}
      <form {...form} className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1">
          <TextField {...field('name')} label="Save this query as" maxLength={MAX_QUERY_NAME_LENGTH} />
        </div>
        <Button
          type="submit"
          variant="secondary"
          className="sm:mt-6.5"
          loading={isSending}
          busy="SAVING..."
          label="SAVE QUERY"
          disabledReason={isEmpty ? 'Please enter a query.' : undefined}
        />
      </form>
      <SavedQueries onOpen={({ isOwn, name, sql }) => open(isOwn ? name : '', sql)} />
      <Panel title="Examples" explanation="Choose one to see its SQL.">
        <QueryList queries={latest.examples} onOpen={({ sql }) => open('', sql)} />
      </Panel>
    </div>
  )
}

function SavedQueries({ onOpen }: { onOpen: (query: SavedQuery) => void }) {
  const { data: saved } = useSuspenseQuery(savedQuery)
  const deletion = useWrite('DELETE /api/analyst/saved-queries/{id}', useRefetching(savedQuery.queryKey))
  const remove = ({ id, name }: SavedQuery) =>
    attempt(async () => {
      await deletion.mutateAsync({ params: { id } })
      toast({ title: 'Query Deleted', description: name })
    })
  return (
    <Panel title="Saved queries" explanation="All analysts see them.">
      {saved.length === 0 ? (
        <p className="text-sm text-muted">No queries are saved yet.</p>
      ) : (
        <QueryList
          queries={saved}
          onOpen={onOpen}
          besides={(query) => (
            <>
              <span className="text-sm text-muted">{query.isOwn ? 'You' : query.owner}</span>
              {query.isOwn && <IconButton icon={Trash2} small label={`Delete ${query.name}`} onClick={() => void remove(query)} />}
            </>
          )}
        />
      )}
    </Panel>
  )
}

interface QueryListProps<Query> {
  queries: readonly Query[]
  onOpen: (query: Query) => void
  besides?: (query: Query) => ReactNode
}

const QueryList = <Query extends { readonly id?: string; readonly name: string }>({ queries, onOpen, besides }: QueryListProps<Query>) => (
  <ul className="divide-y divide-hairline">
    {queries.map((query) => (
      <li key={query.id ?? query.name} className="flex min-h-11 items-center gap-2">
        <button
          type="button"
          onClick={() => onOpen(query)}
          className="min-h-11 flex-1 rounded-control text-left text-brand underline-offset-4 wrap-anywhere hover:underline"
        >
          {query.name}
        </button>
        {besides?.(query)}
      </li>
    ))}
  </ul>
)

const MOST_SHOWN = 200

/** Years and codes have no commas. */
const plain = (cell: string | number | null | undefined): string => (cell === null || cell === undefined ? '–' : String(cell))

function Answer({ answer }: { answer: QueryAnswer }) {
  const { columns, rows, isCut, seconds } = answer
  const drawable = figuresIn(answer)
  const shown = rows.slice(0, MOST_SHOWN).map((cells, at) => ({ at, cells }))
  const notes = [
    isCut ? `The first ${numberOf(rows.length)} rows` : countOf(rows.length, 'row'),
    ` in ${seconds.toFixed(1)} seconds.`,
    rows.length > MOST_SHOWN ? ` The table shows the first ${MOST_SHOWN}, the file has all.` : '',
  ]
  return (
    <Panel
      title="Answer"
      actions={<ExportCsv name="Answer" heads={columns.map(({ name }) => name)} rows={async () => rows} />}
      explanation={<span role="status">{notes.join('')}</span>}
    >
      {drawable && <QueryChart key={drawable.figures.map(({ name }) => name).join()} {...drawable} />}
      <AdminTable
        caption="Answer"
        file={false}
        columns={columns.map(({ name, isNumber }, at) => ({
          head: name,
          isNumber,
          cell: ({ cells }: { cells: QueryAnswer['rows'][number] }) => plain(cells[at]),
        }))}
        rows={shown}
        rowKey={({ at }) => String(at)}
        empty="No rows"
      />
    </Panel>
  )
}

interface DrawnFigure {
  readonly name: string
  readonly values: readonly (number | null)[]
}

const MOST_POINTS = 100
const LONGEST_TICK = 12
const MOST_BARS = 24
const MOST_OF_GRID = 60
const looks = [
  { fill: 'fill-brand', stroke: 'stroke-brand' },
  { fill: 'fill-ink', stroke: 'stroke-ink [stroke-dasharray:7_3]' },
  { fill: 'fill-ok', stroke: 'stroke-ok [stroke-dasharray:2_3]' },
  { fill: 'fill-warn', stroke: 'stroke-warn [stroke-dasharray:7_3_2_3]' },
] as const

/** As many of the first columns as tell the rows apart, and the numbers after them. Null if nothing can be drawn. */
function figuresIn({ columns, rows }: Pick<QueryAnswer, 'columns' | 'rows'>) {
  for (let heads = 1; heads < columns.length && rows.length > 0; heads += 1) {
    const ticks = rows.map((row) => row.slice(0, heads).join(' · '))
    if (new Set(ticks).size < rows.length) continue
    const figures: DrawnFigure[] = columns.flatMap(({ name }, at) => {
      const values = rows.map((row) => row[at]).map((value) => (typeof value === 'number' ? value : null))
      return at >= heads && values.some((value) => value !== null) ? [{ name, values }] : []
    })
    const by = columns.slice(0, heads).map(({ name }) => name)
    const pairs = heads === 2 ? rows.map(([row, column]): GridKey => [row ?? '–', column ?? '–']) : []
    return figures.length > 0 ? { by, pairs, ticks, figures } : null
  }
  return null
}

const short = (value: number): string => value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 })
const ALL = ''
const isSmall = ({ length }: readonly unknown[]): boolean => length > 0 && length <= MOST_OF_GRID

function QueryChart({ by, pairs, ticks, figures }: NonNullable<ReturnType<typeof figuresIn>>) {
  const [picked, setKind] = useState<string>()
  const [chosen, setChosen] = useState(figures[0]?.name ?? ALL)
  const drawn = figures.filter(({ name }) => chosen === ALL || name === chosen).slice(0, looks.length)
  const grid = gridOf(pairs, drawn[0]?.values ?? [])
  const kinds = isSmall(grid.rows) && isSmall(grid.columns) ? ['grid', 'columns', 'lines'] : ['columns', 'lines']
  const kind = among(kinds, picked ?? null, kinds[0] ?? '')
  // Longer ones would overlap, so the rows are numbered, unless they are few enough for bars with names.
  const isShort = ticks.every(({ length }) => length <= LONGEST_TICK)
  const points = ticks.slice(0, MOST_POINTS).map((tick, at) => ({
    tick: isShort ? tick : String(at + 1),
    values: drawn.map(({ values }) => values[at] ?? null),
    words: `${tick}: ${drawn.map(({ name, values }) => `${name} ${values[at] ?? 'none'}`).join(', ')}`,
  }))
  const least = Math.min(0, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const hasBars = !isShort && drawn.length === 1 && ticks.length <= MOST_BARS && least === 0
  const parts = { label: `Chart of ${drawn.map(({ name }) => name).join(', ')}`, pointsLabel: 'Rows', format: short }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-2 gap-3 sm:max-w-md">
        <SelectField label="Chart" value={kind} options={kinds} onChange={setKind} />
        <SelectField
          label="Figure"
          value={chosen}
          options={figures.length > 1 ? [...figures.map(({ name }) => name), ALL] : figures.map(({ name }) => name)}
          word={(name) => (name === ALL ? 'All figures' : name)}
          onChange={setChosen}
        />
      </div>
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <figcaption className="text-sm">
          <b>{kind === 'grid' ? drawn[0]?.name : drawn.map(({ name }) => name).join(', ')}</b> by{' '}
          {by.join(kind === 'grid' ? ' (down) and ' : ', ')}
          {kind === 'grid' ? ' (across)' : !isShort && !hasBars && ' (numbers of rows)'}
        </figcaption>
        {kind === 'grid' && (
          <Grid {...parts} {...grid} words={(row, column, value) => `${row} · ${column}: ${drawn[0]?.name} ${value ?? 'none'}`} />
        )}
        {kind === 'columns' && hasBars && (
          <ComparedBars
            label={parts.label}
            bars={ticks.map((name, at) => ({ name, ...barOf(points[at]?.values[0] ?? null), own: true }))}
          />
        )}
        {kind === 'columns' && !hasBars && (
          <StackedColumns
            {...parts}
            kinds={drawn.map(({ name }, at) => ({ name, look: looks[at]?.fill ?? '' }))}
            columns={points.map(({ values, ...point }) => ({ ...point, values: values.map((value) => value ?? 0) }))}
          />
        )}
        {kind === 'lines' && (
          <Lines {...parts} lines={drawn.map(({ name }, at) => ({ name, look: looks[at]?.stroke ?? '' }))} points={points} least={least} />
        )}
      </figure>
      {kind !== 'grid' && ticks.length > MOST_POINTS && <p className="text-sm text-muted">The chart shows the first {MOST_POINTS} rows.</p>}
    </div>
  )
}

const barOf = (value: number | null) => ({ value: value ?? 0, words: value === null ? 'none' : String(value) })

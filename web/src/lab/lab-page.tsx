import type { CountedFact } from '@medicready/domain/contract/lab/facts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { among, useFilters } from '../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../dashboards/admin-table.tsx'
import { factName, numberOf } from '../dashboards/amounts.ts'
import { ChartPanel } from '../dashboards/chart-panel.tsx'
import { momentColumn } from '../dashboards/columns.tsx'
import { SearchField } from '../dashboards/filters.tsx'
import { Panel } from '../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { PageHead } from '../page/page-head.tsx'
import { EmptyState } from '../ui/card.tsx'
import { ComparedBars } from '../ui/charts/compared-bars.tsx'
import { SelectField } from '../ui/field.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { capitalized, countOf } from '../ui/words.ts'

const FactDialog = lazyPart(async () => ({ default: (await import('./fact-dialog.tsx')).FactDialog }))

const AskTab = lazyPart(() => import('./ask-tab.tsx'))

const factsQuery = (search: string) => adminQuery('GET /api/analyst/facts', { query: { search } })

export const clientLoader = dashboardLoader((queries, _, { search }) => {
  void queries.prefetchQuery(factsQuery(''))
  void queries.prefetchQuery(factsQuery(viewIn(search).search))
})

const sorts = ['type', 'count', 'last'] as const

const tabs = [
  { value: 'facts', label: 'Data dictionary' },
  { value: 'sql', label: 'SQL' },
] as const

const viewIn = (search: URLSearchParams) => ({
  tab: among(['facts', 'sql'], search.get('tab'), 'facts'),
  search: (search.get('search') ?? '').trim().slice(0, 100),
  room: search.get('room') ?? '',
  /** The one whose fields are shown. */
  fact: search.get('fact') ?? '',
  sort: among(sorts, search.get('sort'), 'count'),
  order: among(['asc', 'desc'], search.get('order'), 'desc'),
})
type LabView = ReturnType<typeof viewIn>

export default function LabPage() {
  const [{ tab }, change] = useFilters(viewIn)
  const [sql, setSql] = useState('')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Data Lab">
        What each type of fact means, how many were recorded, and queries over the latest export. No students are named.
      </PageHead>
      <Tabs label="Data Lab" tabs={tabs} value={tab} onChange={(tab) => change({ tab })}>
        {tab === 'sql' ? (
          <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The export could not be loaded.">
            <AskTab sql={sql} onChange={setSql} />
          </Loaded>
        ) : (
          <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The facts could not be loaded.">
            <Lab />
          </Loaded>
        )}
      </Tabs>
    </div>
  )
}

function Lab() {
  const [view, change] = useFilters(viewIn)
  const { data: facts } = useSuspenseQuery(factsQuery(''))
  const rooms = [...new Set(facts.map(({ room }) => room))].sort()
  const room = among(rooms, view.room, '')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <search className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchField label="Type, field, or meaning" value={view.search} onSearch={(search) => change({ search })} />
        <SelectField
          label="Area"
          value={room}
          options={['', ...rooms]}
          word={(each) => (each === '' ? 'All areas' : capitalized(each))}
          onChange={(room) => change({ room })}
        />
      </search>
      {room === '' ? (
        <FactChart title="Facts by area" columns={['Area', 'Types', 'Facts']} parts={byRoom(facts)} />
      ) : (
        <FactChart key={room} title={`Facts of ${room} by type`} columns={['Type', 'Facts']} parts={byType(facts.filter(isIn(room)))} />
      )}
      <Panel title="Data dictionary" explanation="Choose a type to see its fields.">
        <Loaded key={view.search} skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The facts could not be loaded.">
          <Types view={{ ...view, room }} onChange={change} />
        </Loaded>
      </Panel>
      {view.fact !== '' && (
        <Part fallback={null}>
          <FactDialog type={view.fact} onClose={() => change({ fact: '' })} />
        </Part>
      )}
    </div>
  )
}

const isIn =
  (room: string) =>
  (fact: CountedFact): boolean =>
    room === '' || fact.room === room

function Types({ view, onChange }: { view: LabView; onChange: (changed: Partial<LabView>) => void }) {
  const { data } = useSuspenseQuery(factsQuery(view.search))
  const facts = data.filter(isIn(view.room)).toSorted(inOrderOf(view))
  return (
    <AdminTable
      caption="Data dictionary"
      columns={columnsOf((fact) => onChange({ fact }))}
      rows={facts}
      rowKey={({ type }) => type}
      note={countOf(facts.length, 'type')}
      sorting={{ by: view.sort, order: view.order, onSort: (sort, order) => onChange({ sort, order }) }}
      empty={
        <EmptyState title="No matching types" icon={BookOpenText}>
          Try other words or fewer words.
        </EmptyState>
      }
    />
  )
}

/** Equal ones, and all without facts, by name. */
const inOrderOf = ({ sort, order }: Pick<LabView, 'sort' | 'order'>) => {
  const sign = order === 'desc' ? -1 : 1
  return (one: CountedFact, other: CountedFact): number => {
    const byName = one.type.localeCompare(other.type)
    if (sort === 'type') return sign * byName
    const by = sort === 'count' ? one.count - other.count : (one.lastAt ?? '').localeCompare(other.lastAt ?? '')
    return sign * by || byName
  }
}

const columnsOf = (onOpen: (type: string) => void): readonly AdminColumn<CountedFact, (typeof sorts)[number]>[] => [
  {
    head: 'Type',
    sort: 'type',
    value: ({ type }) => type,
    cell: ({ type }) => (
      <button
        type="button"
        onClick={() => onOpen(type)}
        className="min-h-8 rounded-control text-left text-brand underline-offset-4 hover:underline"
      >
        {factName(type)}
      </button>
    ),
  },
  { head: 'Area', value: ({ room }) => capitalized(room) },
  { head: 'Facts', sort: 'count', isNumber: true, value: ({ count }) => count },
  momentColumn('First (UTC)', ({ firstAt }) => firstAt),
  { ...momentColumn('Latest (UTC)', ({ lastAt }: CountedFact) => lastAt), sort: 'last' },
  // On a phone it is shown with the fields.
  { head: 'Meaning', className: 'min-w-80 max-sm:hidden', value: ({ meaning }) => meaning },
]

interface CountedPart {
  readonly name: string
  readonly count: number
  readonly row: readonly [head: string, ...figures: number[]]
}

const byRoom = (facts: readonly CountedFact[]): CountedPart[] =>
  [...Map.groupBy(facts, ({ room }) => capitalized(room))].map(([name, ofRoom]) => {
    const count = ofRoom.reduce((sum, fact) => sum + fact.count, 0)
    return { name, count, row: [name, ofRoom.length, count] }
  })

const byType = (facts: readonly CountedFact[]): CountedPart[] =>
  facts.map(({ type, count }) => ({ name: factName(type), count, row: [factName(type), count] }))

const MOST_BARS = 12

interface FactChartProps {
  title: string
  columns: readonly string[]
  parts: CountedPart[]
}

function FactChart({ title, columns, parts }: FactChartProps) {
  const sorted = parts.toSorted((one, other) => other.count - one.count)
  const drawn = sorted.filter(({ count }) => count > 0).slice(0, MOST_BARS)
  const isInPart = drawn.length === MOST_BARS && parts.length > MOST_BARS
  const total = countOf(
    parts.reduce((sum, { count }) => sum + count, 0),
    'fact',
  )
  return (
    <ChartPanel
      title={title}
      explanation={isInPart ? `${total}. The chart has the ${MOST_BARS} most frequent types, the table has all.` : `${total}.`}
      chart={
        drawn.length > 0 && (
          <ComparedBars
            label={`${title}. ${drawn.map(({ name, count }) => `${name}: ${numberOf(count)}`).join('. ')}.`}
            bars={drawn.map(({ name, count }) => ({ name, value: count, words: numberOf(count), own: true }))}
          />
        )
      }
      columns={columns}
      rows={sorted.map(({ row }) => row)}
    />
  )
}

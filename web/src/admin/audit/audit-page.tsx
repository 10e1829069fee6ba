import { auditedTypes } from '@medicready/domain/contract/admin/audited-types'
import type { AuditEntry } from '@medicready/domain/contract/admin/system'
import { type QueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { factName } from '../dashboard/fact-name.ts'
import { MonthSelect } from '../dashboard/month-select.tsx'
import { SearchField } from '../dashboard/search-field.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { WhoLink } from '../dashboard/who-link.tsx'
import { type AuditView, auditViewIn, searchOf } from './audit-view.ts'
import { auditActorsQuery, auditQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const { searchParams } = new URL(request.url)
  void queries.prefetchQuery(auditActorsQuery)
  void queries.prefetchInfiniteQuery(auditQuery(auditViewIn(searchParams), asOfIn(searchParams)))
}

/** What administrators did, to whom, and why. */
export default function AuditPage() {
  return (
    <TabPage title="Audit">
      <p className="-mt-4 text-sm text-muted">
        Every action of an administrator, and what educators and tutors decide, is a fact that stays, with its reason.
      </p>
      <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The audit could not be loaded.">
        <Audit />
      </Loaded>
    </TabPage>
  )
}

const columns: readonly AdminColumn<AuditEntry>[] = [
  {
    head: 'When (UTC)',
    cell: ({ at }) => <span className="font-normal whitespace-nowrap tabular-nums">{utcInstantOf(at)}</span>,
    csv: ({ at }) => at,
  },
  {
    head: 'By',
    className: 'whitespace-nowrap',
    cell: ({ actor }) => actor || <span className="text-muted">Erased</span>,
    csv: ({ actor }) => actor,
  },
  { head: 'What', className: 'min-w-48', cell: ({ what }) => what, csv: ({ what }) => what },
  { head: 'About', cell: ({ userId, name }) => <WhoLink userId={userId} name={name} />, csv: ({ name }) => name },
  {
    head: 'Reason',
    className: 'min-w-48',
    cell: ({ reason }) => reason ?? <span className="text-muted">Erased</span>,
    csv: ({ reason }) => reason,
  },
  {
    head: 'Fact',
    className: 'whitespace-nowrap text-muted',
    cell: ({ type, stream }) => <span title={stream}>{factName(type)}</span>,
    csv: ({ type }) => type,
  },
]

/** Filtered where all of it is, so that the file has all that fits. */
function Audit() {
  const [search, setSearch] = useSearchParams()
  const asOf = useAsOf()
  const view = auditViewIn(search)
  const change = (changed: Partial<AuditView>) =>
    setSearch(searchOf({ ...view, ...changed }, asOf), { replace: true, preventScrollReset: true })
  const { data: actors } = useSuspenseQuery(auditActorsQuery)
  const nameOf = (by: string) => actors.find(({ actorId }) => actorId === by)?.actor || (isPerson(by) ? 'Erased' : by)
  const ids = actors.map(({ actorId }) => actorId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_12rem_10rem]">
        <SearchField label="What, why or about whom" value={view.search} onSearch={(words) => change({ search: words })} />
        <SelectField
          label="Action"
          value={view.type}
          options={['', ...auditedTypes]}
          word={(type) => (type === '' ? 'All' : factName(type))}
          onChange={(type) => change({ type })}
        />
        <SelectField
          label="By"
          value={view.by}
          options={['', ...(view.by === '' || ids.includes(view.by) ? [] : [view.by]), ...ids]}
          word={(by) => (by === '' ? 'Everybody' : nameOf(by))}
          onChange={(by) => change({ by })}
        />
        <MonthSelect value={view.month} onChange={(month) => change({ month })} />
      </search>
      {view.about !== '' && (
        <p className="text-sm text-muted">
          About one student alone.{' '}
          <Button variant="link" size="sm" className="-mx-2" onClick={() => change({ about: '' })}>
            Show everybody
          </Button>
        </p>
      )}
      <Loaded
        key={JSON.stringify(view)}
        skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />}
        failure="The audit could not be loaded."
      >
        <Entries view={view} />
      </Loaded>
    </div>
  )
}

const isPerson = (actorId: string): boolean => actorId.includes('-')

function Entries({ view }: { view: AuditView }) {
  const list = useSuspenseInfiniteQuery(auditQuery(view, useAsOf()))
  return (
    <AdminTable
      caption="Audit"
      columns={columns}
      rows={list.data}
      rowKey={({ id }) => id}
      list={list}
      file="audit"
      note={`${numberOf(list.data.length)}${list.hasNextPage ? '+' : ''} ${list.data.length === 1 ? 'action' : 'actions'}`}
      empty={<EmptyState title="No action is like that" icon={ScrollText} />}
    />
  )
}

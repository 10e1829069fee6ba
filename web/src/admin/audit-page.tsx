import { type AuditedType, auditedTypes } from '@medicready/domain/contract/admin/audited-types'
import type { AuditEntry } from '@medicready/domain/contract/admin/system'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { type AsOf, among, daysOfMonth, monthIn, useAsOf, useFilters } from '../dashboards/address.ts'
import { type AdminColumn, AdminTable, WhoLink } from '../dashboards/admin-table.tsx'
import { factName } from '../dashboards/amounts.ts'
import { factColumn, momentColumn } from '../dashboards/columns.tsx'
import { MonthSelect, SearchField } from '../dashboards/filters.tsx'
import { TabPage } from '../dashboards/panel.tsx'
import { adminPages, adminQuery, dashboardLoader } from '../dashboards/reads.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/card.tsx'
import { SelectField } from '../ui/field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'

const MAX_SEARCH_LENGTH = 100

interface AuditView {
  readonly search: string
  readonly type: AuditedType | ''
  readonly by: string
  readonly month: string
  readonly about: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const fitting = (pattern: RegExp, text: string | null): string => (text !== null && pattern.test(text) ? text : '')

export const auditViewIn = (search: URLSearchParams): AuditView => ({
  search: (search.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
  type: among(auditedTypes, search.get('type'), ''),
  by: fitting(/^[\w:-]{1,60}$/, search.get('by')),
  month: monthIn(search),
  about: fitting(uuid, search.get('about')),
})

/** The server filters, so that paging and the file cover all matches. */
export const filterOf = ({ search, type, by, month, about }: AuditView, asOf: AsOf) => ({
  ...(month === '' ? asOf : daysOfMonth(month, asOf)),
  ...(search !== '' && { search }),
  ...(type !== '' && { type }),
  ...(by !== '' && { actorId: by }),
  ...(about !== '' && { userId: about }),
})

const auditQuery = (view: AuditView, asOf: AsOf) => adminPages('GET /api/admin/audit', { query: filterOf(view, asOf) })
const auditActorsQuery = adminQuery('GET /api/admin/audit/actors', {})

export const clientLoader = dashboardLoader((queries, asOf, { search }) => {
  void queries.prefetchQuery(auditActorsQuery)
  void queries.prefetchInfiniteQuery(auditQuery(auditViewIn(search), asOf))
})

export default function AuditPage() {
  return (
    <TabPage title="Audit">
      <p className="-mt-4 text-sm text-muted">
        Every action of administrators and every decision of educators and tutors, with its reason.
      </p>
      <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The audit could not be loaded.">
        <Audit />
      </Loaded>
    </TabPage>
  )
}

const erased = <span className="text-muted">Erased</span>

/** Queries of analysts are up to a page long. */
const MAX_REASON_LENGTH = 200

function reasonIn({ reason }: AuditEntry) {
  if (reason === null || reason.length <= MAX_REASON_LENGTH) return reason ?? erased
  return (
    <details>
      <summary className="cursor-pointer wrap-anywhere">{reason.slice(0, MAX_REASON_LENGTH)}…</summary>
      <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
    </details>
  )
}

const columns: readonly AdminColumn<AuditEntry>[] = [
  momentColumn('When (UTC)', ({ at }) => at),
  { head: 'By', className: 'whitespace-nowrap', value: ({ actor }) => actor, cell: ({ actor }) => actor || erased },
  { head: 'What', className: 'min-w-48', value: ({ what }) => what },
  { head: 'About', value: ({ name }) => name, cell: ({ userId, name }) => <WhoLink userId={userId} name={name} /> },
  { head: 'Reason', className: 'min-w-48', value: ({ reason }) => reason, cell: reasonIn },
  factColumn,
]

function Audit() {
  const [view, change] = useFilters(auditViewIn)
  const { data: actors } = useSuspenseQuery(auditActorsQuery)
  const nameOf = (by: string) => actors.find(({ actorId }) => actorId === by)?.actor || (isPerson(by) ? 'Erased' : by)
  const ids = actors.map(({ actorId }) => actorId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <search className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_13rem_12rem_10rem]">
        <SearchField label="Action, reason, or person" value={view.search} onSearch={(words) => change({ search: words })} />
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
          word={(by) => (by === '' ? 'Everyone' : nameOf(by))}
          onChange={(by) => change({ by })}
        />
        <MonthSelect value={view.month} onChange={(month) => change({ month })} />
      </search>
      {view.about !== '' && (
        <p className="text-sm text-muted">
          About one student alone.{' '}
          <Button variant="link" size="sm" className="-mx-2" onClick={() => change({ about: '' })} label="Show everyone" />
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

const Entries = ({ view }: { view: AuditView }) => (
  <AdminTable
    caption="Audit"
    columns={columns}
    list={useSuspenseInfiniteQuery(auditQuery(view, useAsOf()))}
    rowKey={({ id }) => id}
    noun="action"
    empty={<EmptyState title="No matching actions" icon={ScrollText} />}
  />
)

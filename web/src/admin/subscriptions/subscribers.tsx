import { tiers } from '@medicready/domain/billing/tiers'
import type { Subscriber } from '@medicready/domain/contract/admin/business'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { moneyOf, numberOf, utcInstantOf } from '../dashboard/amounts.ts'
import { ExportPeople } from '../dashboard/export-people.tsx'
import { subscribersQuery } from './queries.ts'
import { type SubscribersSort, type SubscribersView, subscriberTiers, viewFrom } from './subscribers-view.ts'

const statuses = {
  active: { word: 'Active', tone: 'ok' },
  pastDue: { word: 'Past due', tone: 'bad' },
  cancelling: { word: 'Ends with its period', tone: 'warn' },
  free: { word: 'Free period', tone: 'neutral' },
} as const

const columns: readonly AdminColumn<Subscriber, SubscribersSort>[] = [
  { head: 'Subscriber', className: 'min-w-40', cell: (subscriber) => <SubscriberCell subscriber={subscriber} /> },
  { head: 'Plan', cell: ({ tier }) => tiers[tier].label },
  {
    head: 'Status',
    className: 'whitespace-nowrap',
    cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].word}</Badge>,
  },
  { head: 'A month', sort: 'mrr', isNumber: true, cell: ({ mrr }) => moneyOf(mrr) },
  { head: 'Since', sort: 'started', isNumber: true, cell: ({ startedOn }) => calendarDayInWords(startedOn) },
  {
    head: 'Next billing (UTC)',
    sort: 'nextBilling',
    isNumber: true,
    cell: ({ nextBilling }) => (nextBilling ? utcInstantOf(nextBilling) : 'None'),
  },
]

/** Who is subscribed, page by page. */
export function Subscribers() {
  const [search, setSearch] = useSearchParams()
  const view = viewFrom(search)
  const list = useSuspenseInfiniteQuery(subscribersQuery(view))
  const change = (changed: Partial<SubscribersView>) => setSearch({ ...view, ...changed }, { replace: true, preventScrollReset: true })
  const file = (exportId: string) => api('GET /api/admin/subscribers.csv', { query: { ...view, exportId } })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-40">
          <SelectField
            label="Plan"
            value={view.tier}
            options={subscriberTiers}
            word={(tier) => (tier === 'all' ? 'All' : tiers[tier].label)}
            onChange={(tier) => change({ tier })}
          />
        </div>
        <ExportPeople table="subscribers" file={file} />
      </div>
      <AdminTable
        caption="Subscribers"
        columns={columns}
        rows={list.data}
        rowKey={({ userId }) => userId}
        list={list}
        sorting={{ by: view.sort, order: view.order, onSort: (sort, order) => change({ sort, order }) }}
        file={false}
        note={`${numberOf(list.data.length)}${list.hasNextPage ? '+' : ''} subscribers`}
        empty={<EmptyState title="Nobody is subscribed like that" icon={CreditCard} />}
      />
    </div>
  )
}

const SubscriberCell = ({ subscriber: { userId, name, email } }: { subscriber: Subscriber }) => (
  <span className="grid">
    <Link to={paths.adminStudent(userId)} className="truncate text-brand underline-offset-4 hover:underline">
      {name === '' ? 'Erased' : name}
    </Link>
    {email !== '' && <span className="truncate text-xs font-normal text-muted">{email}</span>}
  </span>
)

import { tiers } from '@medicready/domain/billing/tiers'
import type { Subscriber } from '@medicready/domain/contract/admin/business'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { among, useFilters } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { moneyOf, utcInstantOf } from '../../dashboards/amounts.ts'
import { adminPages } from '../../dashboards/reads.ts'
import { ExportPeople } from '../../dashboards/reason-dialog.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { calendarDayInWords } from '../../ui/words.ts'

const subscriberTiers = ['all', 'basic', 'premium'] as const
const sorts = ['nextBilling', 'started', 'mrr'] as const
type SubscribersSort = (typeof sorts)[number]

export const subscribersViewIn = (search: URLSearchParams) => ({
  tier: among(subscriberTiers, search.get('tier'), 'all'),
  sort: among(sorts, search.get('sort'), 'nextBilling'),
  order: among(['asc', 'desc'], search.get('order'), 'asc'),
})

export const subscribersQuery = (query: ReturnType<typeof subscribersViewIn>) => adminPages('GET /api/admin/subscribers', { query })

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

export function Subscribers() {
  const [view, change] = useFilters(subscribersViewIn)
  const list = useSuspenseInfiniteQuery(subscribersQuery(view))
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
        list={list}
        rowKey={({ userId }) => userId}
        sorting={{ by: view.sort, order: view.order, onSort: (sort, order) => change({ sort, order }) }}
        file={false}
        noun="subscriber"
        empty={<EmptyState title="No matching subscribers" icon={CreditCard} />}
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

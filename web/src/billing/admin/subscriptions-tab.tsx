import { priceInWords } from '@medicready/domain/billing/shown/money'
import { PRICE_NOTICE_DAYS, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Subscriber, Subscriptions } from '@medicready/domain/contract/admin/business'
import type { AdminPrice } from '@medicready/domain/contract/billing/admin-payments'
import { PriceChange } from '@medicready/domain/contract/billing/forms'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, among, daysOfMonth, useAsOf, useFilters, useIsToday, utcToday } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import {
  centsOf,
  decimalsOf,
  moneyOf,
  monthInWords,
  numberOf,
  shareOf,
  shortMoneyOf,
  shortMonthInWords,
  utcInstantOf,
} from '../../dashboards/amounts.ts'
import { ChartPanel, CohortPanel, MonthColumns, Pair } from '../../dashboards/chart-panel.tsx'
import { stateColumn } from '../../dashboards/columns.tsx'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminPages, adminQuery, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { ExportPeople, ReasonButton } from '../../dashboards/reason-dialog.tsx'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'
import type { WhyPart } from '../../dashboards/why-part.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/card.tsx'
import { Lines } from '../../ui/charts/lines.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { calendarDayInWords, countOf } from '../../ui/words.ts'

const subscriptionsQuery = (asOf: AsOf) => adminQuery('GET /api/admin/subscriptions', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf, { search }) => {
  void queries.prefetchQuery(subscriptionsQuery(asOf))
  // Prices and upcoming bills are known for today only.
  if (asOf.asOf !== undefined) return
  void queries.prefetchQuery(pricesQuery)
  void queries.prefetchInfiniteQuery(subscribersQuery(subscribersViewIn(search)))
})

export default function SubscriptionsTab() {
  return (
    <TabPage title="Subscriptions">
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The subscriptions could not be loaded.">
        <Overview />
      </Loaded>
      {useIsToday() && (
        <>
          <Panel title="Prices" explanation="The price per month. Subscribers hear of a new price 30 days before it applies to them.">
            <Loaded skeleton={<SkeletonRows rows={2} className="mb-2 h-11" />} failure="The prices could not be loaded.">
              <Prices />
            </Loaded>
          </Panel>
          <Panel title="Subscribers" explanation="Who is subscribed now, and when Stripe bills them next.">
            <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The subscribers could not be loaded.">
              <Subscribers />
            </Loaded>
          </Panel>
        </>
      )}
    </TabPage>
  )
}

function Overview() {
  const asOf = useAsOf()
  const { data: subscriptions } = useSuspenseQuery(subscriptionsQuery(asOf))
  const { months, cohorts } = subscriptions
  const [latest] = months.slice(-1)
  return (
    <>
      <div className="grid gap-6">
        <SubscriptionFigures subscriptions={subscriptions} />
        {latest && <MonthFigures month={latest} asOf={asOf} />}
      </div>
      <MrrCharts months={months} asOf={asOf} />
      <CohortPanel
        title="Cohorts by month"
        explanation="Of the students who first paid in a month, how many were still subscribed at its end and at the end of each month after."
        label="Share of each month's first payers who were still subscribed, month by month"
        began="First paid in"
        people="People"
        cohorts={cohorts.map(({ month, size, subscribed }) => ({ month, size, remaining: subscribed }))}
        whenEmpty="No payments yet"
        partOf={(group, month) => {
          const began = `First paid in ${monthInWords(group)}`
          if (month === null) return { figure: 'cohortSize', group, label: began }
          const label = `${began}, subscribed at the end of ${monthInWords(month)}`
          return { figure: 'cohortSubscribers', group, ...endOfMonth(month, asOf), label }
        }}
      />
    </>
  )
}

const moneyOrDash = (cents: number | null): string => (cents === null ? '–' : moneyOf(cents))

function SubscriptionFigures({ subscriptions }: { subscriptions: Subscriptions }) {
  const { mrr, subscribers, byTier, arpu, churnRate, ltv } = subscriptions
  const tierNote = (tier: 'basic' | 'premium') => countOf(byTier[tier].subscribers, 'subscriber')
  return (
    <Figures>
      <WhyFigure term="MRR" note="What a month brings in" facts="mrr" value={moneyOf(mrr)} />
      <WhyFigure term="Basic MRR" note={tierNote('basic')} facts={{ figure: 'mrr', group: 'basic' }} value={moneyOf(byTier.basic.mrr)} />
      <WhyFigure
        term="Premium MRR"
        note={tierNote('premium')}
        facts={{ figure: 'mrr', group: 'premium' }}
        value={moneyOf(byTier.premium.mrr)}
      />
      <WhyFigure term="Subscribers" note="Who pay" facts="subscribers" value={numberOf(subscribers)} />
      <WhyFigure
        term="ARPU"
        note="A month and subscriber"
        facts={[{ figure: 'mrr' }, { figure: 'subscribers' }]}
        how="MRR divided by the subscribers who pay."
        value={moneyOrDash(arpu)}
      />
      <WhyFigure
        term="Churn rate"
        note="Of the last 30 days"
        facts={[{ figure: 'churnedSubscribers' }, { figure: 'subscribers' }]}
        how="The share of subscribers from 30 days ago who left since then."
        value={shareOf(churnRate)}
      />
      <WhyFigure
        term="LTV"
        note="ARPU over churn"
        facts={[{ figure: 'mrr' }, { figure: 'subscribers' }, { figure: 'churnedSubscribers' }]}
        how="ARPU, which is MRR divided by subscribers, divided by the churn rate of the last 30 days."
        value={moneyOrDash(ltv)}
      />
    </Figures>
  )
}

type Month = Subscriptions['months'][number]

const movements = [
  {
    name: 'New',
    figure: 'newMrr',
    look: 'fill-brand',
    of: (month: Month) => month.new,
    note: (month: Month) => countOf(month.newSubscribers, 'subscriber'),
  },
  { name: 'Expansion', figure: 'expansionMrr', look: 'fill-ok', of: (month: Month) => month.expansion, note: () => 'To a larger plan' },
  {
    name: 'Contraction',
    figure: 'contractionMrr',
    look: 'fill-warn',
    of: (month: Month) => month.contraction,
    note: () => 'To a smaller plan',
  },
  {
    name: 'Churn',
    figure: 'churnedMrr',
    look: 'fill-bad',
    of: (month: Month) => month.churn,
    note: (month: Month) => countOf(month.churnedSubscribers, 'subscriber'),
  },
] as const

const MonthFigures = ({ month, asOf }: { month: Month; asOf: AsOf }) => (
  <div className="grid gap-2">
    <h2 className="text-sm font-semibold">This month</h2>
    <Figures>
      {movements.map(({ name, figure, of, note }) => (
        <WhyFigure
          key={name}
          term={name}
          note={note(month)}
          facts={{ figure, ...daysOfMonth(month.month, asOf) }}
          value={moneyOf(of(month))}
        />
      ))}
    </Figures>
  </div>
)

const endOfMonth = (month: string, asOf: AsOf): AsOf => {
  const { from: _, ...end } = daysOfMonth(month, asOf)
  return end
}

function MrrCharts({ months, asOf }: { months: readonly Month[]; asOf: AsOf }) {
  const latest = months.toReversed()
  return (
    <Pair>
      <ChartPanel
        title="MRR at the end of each month"
        facts={latest.flatMap(({ month }): WhyPart[] => {
          const end = endOfMonth(month, asOf)
          const at = `at the end of ${monthInWords(month)}`
          return [
            { figure: 'mrr', ...end, label: `MRR ${at}` },
            { figure: 'subscribers', ...end, label: `Subscribers ${at}` },
          ]
        })}
        chart={
          <Lines
            label="Monthly recurring revenue of the last twelve months"
            pointsLabel="Months"
            lines={[{ name: 'MRR', look: 'stroke-brand' }]}
            points={months.map(({ month, mrr, subscribers }) => ({
              tick: shortMonthInWords(month),
              values: [mrr],
              words: `${monthInWords(month)}: ${moneyOf(mrr)}, ${countOf(subscribers, 'subscriber')}`,
            }))}
            format={shortMoneyOf}
          />
        }
        columns={['Month', 'MRR', 'Subscribers']}
        rows={months.map(({ month, mrr, subscribers }) => [monthInWords(month), moneyOf(mrr), subscribers])}
      />
      <MonthColumns
        title="What moved MRR"
        label="New, expansion, contraction and churned MRR of the last twelve months"
        kinds={movements}
        months={months}
        facts={latest.flatMap(({ month }) =>
          movements.map(({ name, figure }): WhyPart => ({ figure, ...daysOfMonth(month, asOf), label: `${name}, ${monthInWords(month)}` })),
        )}
      />
    </Pair>
  )
}

const pricesQuery = adminQuery('GET /api/admin/prices', {})

function Prices() {
  const { data: prices } = useSuspenseQuery(pricesQuery)
  return (
    <ul className="divide-y divide-hairline">
      {prices.map((price) => (
        <li key={price.tier} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div>
            <p>
              <span className="font-medium">{tiers[price.tier].label}</span>{' '}
              <span className="tabular-nums">{priceInWords(price)} a month</span>
            </p>
            <p className="text-sm text-muted">{standingOf(price)}</p>
          </div>
          <PriceButton price={price} />
        </li>
      ))}
    </ul>
  )
}

function standingOf({ announced, currency, subscribers, atOtherPrice }: AdminPrice): string {
  const coming = announced
    ? ` ${priceInWords({ amount: announced.amount, currency })} for new subscriptions from ${calendarDayInWords(announced.holdsFrom)}.`
    : ''
  const others = atOtherPrice > 0 ? `, ${atOtherPrice} of them at another price` : ''
  return `${countOf(subscribers, 'subscriber')}${others}.${coming}`
}

function PriceButton({ price }: { price: AdminPrice }) {
  const { tier, amount: now, currency, subscribers } = price
  const announce = useAdminWrite('POST /api/admin/prices/{tier}')
  const { label } = tiers[tier]
  const laterOn = `from the first period that begins ${PRICE_NOTICE_DAYS} days after that email`
  const effect =
    subscribers === 0
      ? `No one has ${label} now. Subscribers who have it by then get an email and pay the new price ${laterOn}.`
      : subscribers === 1
        ? `1 subscriber with ${label} gets an email then and pays the new price ${laterOn}.`
        : `${countOf(subscribers, 'subscriber')} with ${label} get an email then and pay the new price ${laterOn}.`
  const fromWords = (day: string | undefined) => (day ? `from ${calendarDayInWords(day)} on` : 'at once')
  const newPrice = (amount: number) => priceInWords({ amount, currency })
  return (
    <ReasonButton
      button={`Change the price of ${label}`}
      title={`The price of ${label}`}
      description={`It is ${priceInWords(price)} a month now.`}
      confirm="Announce the price"
      initial={{ amount: decimalsOf(price.announced?.amount ?? now), holdsFrom: '' }}
      schema={PriceChange}
      bodyOf={({ amount, holdsFrom, reason }) => ({ amount: centsOf(amount), holdsFrom: holdsFrom || undefined, reason })}
      codesAt={{ priceDayOutOfRange: 'holdsFrom' }}
      onConfirm={async (body) => {
        await announce.mutateAsync({ params: { tier }, body })
        const news = `${label} costs ${newPrice(body.amount)} for new subscriptions ${fromWords(body.holdsFrom)}.`
        return { title: 'Price announced', description: news }
      }}
    >
      {({ fields, field }) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField {...field('amount')} label="Dollars a month" />
            <TextField
              {...field('holdsFrom')}
              label="From (optional)"
              hint="In UTC. Leave empty to start now."
              type="date"
              min={utcToday()}
            />
          </div>
          {PriceChange.shape.amount.safeParse(centsOf(fields.amount)).success && (
            <p className="text-sm" aria-live="polite">
              New subscriptions cost {newPrice(centsOf(fields.amount))} {fromWords(fields.holdsFrom)}. {effect}
            </p>
          )}
        </>
      )}
    </ReasonButton>
  )
}

const subscriberTiers = ['all', 'basic', 'premium'] as const
const sorts = ['nextBilling', 'started', 'mrr'] as const
type SubscribersSort = (typeof sorts)[number]

const subscribersViewIn = (search: URLSearchParams) => ({
  tier: among(subscriberTiers, search.get('tier'), 'all'),
  sort: among(sorts, search.get('sort'), 'nextBilling'),
  order: among(['asc', 'desc'], search.get('order'), 'asc'),
})

const subscribersQuery = (query: ReturnType<typeof subscribersViewIn>) => adminPages('GET /api/admin/subscribers', { query })

const statuses = {
  active: { word: 'Active', tone: 'ok' },
  pastDue: { word: 'Past due', tone: 'bad' },
  cancelling: { word: 'Ends with its period', tone: 'warn' },
  free: { word: 'Free period', tone: 'neutral' },
} as const

const columns: readonly AdminColumn<Subscriber, SubscribersSort>[] = [
  { head: 'Subscriber', className: 'min-w-40', cell: (subscriber) => <SubscriberCell subscriber={subscriber} /> },
  { head: 'Plan', cell: ({ tier }) => tiers[tier].label },
  stateColumn('Status', ({ status }) => status, statuses),
  { head: 'A month', sort: 'mrr', isNumber: true, cell: ({ mrr }) => moneyOf(mrr) },
  { head: 'Since', sort: 'started', isNumber: true, cell: ({ startedOn }) => calendarDayInWords(startedOn) },
  {
    head: 'Next billing (UTC)',
    sort: 'nextBilling',
    isNumber: true,
    cell: ({ nextBilling }) => (nextBilling ? utcInstantOf(nextBilling) : 'None'),
  },
]

function Subscribers() {
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

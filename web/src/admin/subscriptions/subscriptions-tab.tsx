import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { Cohorts } from './cohorts.tsx'
import { MrrCharts } from './mrr-charts.tsx'
import { Prices } from './prices.tsx'
import { pricesQuery, subscribersQuery, subscriptionsQuery } from './queries.ts'
import { Subscribers } from './subscribers.tsx'
import { viewFrom } from './subscribers-view.ts'
import { SubscriptionFigures } from './subscription-figures.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  const { searchParams } = new URL(request.url)
  const asOf = asOfIn(searchParams)
  void queries.prefetchQuery(subscriptionsQuery(asOf))
  // Who is billed next is known of today alone, and so are prices.
  if (asOf.asOf !== undefined) return
  void queries.prefetchQuery(pricesQuery)
  void queries.prefetchInfiniteQuery(subscribersQuery(viewFrom(searchParams)))
}

/** What subscriptions bring in, how that moves, who stays, and who is billed next. */
export default function SubscriptionsTab() {
  const isToday = useAsOf().asOf === undefined
  return (
    <TabPage title="Subscriptions">
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The subscriptions could not be loaded.">
        <Overview />
      </Loaded>
      {isToday && (
        <Panel title="Prices" explanation="What a month costs. Who has a plan hears of a new price 30 days before it holds for them.">
          <Loaded skeleton={<SkeletonRows rows={2} className="mb-2 h-11" />} failure="The prices could not be loaded.">
            <Prices />
          </Loaded>
        </Panel>
      )}
      {isToday && (
        <Panel title="Subscribers" explanation="Who is subscribed now, and when Stripe bills them next.">
          <Loaded skeleton={<SkeletonRows rows={8} className="mb-2 h-11" />} failure="The subscribers could not be loaded.">
            <Subscribers />
          </Loaded>
        </Panel>
      )}
    </TabPage>
  )
}

function Overview() {
  const { data: subscriptions } = useSuspenseQuery(subscriptionsQuery(useAsOf()))
  return (
    <>
      <SubscriptionFigures subscriptions={subscriptions} />
      <MrrCharts months={subscriptions.months} />
      <Cohorts cohorts={subscriptions.cohorts} />
    </>
  )
}

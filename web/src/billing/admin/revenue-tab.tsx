import type { Revenue } from '@medicready/domain/contract/admin/business'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { moneyOf } from '../../dashboards/amounts.ts'
import { asOfIn, useAsOf } from '../../dashboards/as-of.ts'
import { Panel } from '../../dashboards/panel.tsx'
import { TabPage } from '../../dashboards/tab-page.tsx'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { Breakdown } from './breakdown.tsx'
import { MonthlyRevenue } from './monthly-revenue.tsx'
import { RevenueCharts } from './revenue-charts.tsx'
import { revenueQuery } from './revenue-queries.ts'

const PaymentProblems = lazy(() => import('./payment-problems.tsx'))

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'runBusiness')) void queries.prefetchQuery(revenueQuery(asOfIn(new URL(request.url).searchParams)))
}

/** What was paid, given back and is still to be earned. */
export default function RevenueTab() {
  const isToday = useAsOf().asOf === undefined
  return (
    <TabPage title="Revenue">
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The revenue could not be loaded.">
        <RevenueInFull />
      </Loaded>
      {isToday && (
        <Panel title="Failed refunds and disputes" explanation="Respond to disputes in the Stripe Dashboard.">
          <Loaded skeleton={<SkeletonRows rows={2} className="mb-2 h-11" />} failure="The payment problems could not be loaded.">
            <PaymentProblems />
          </Loaded>
        </Panel>
      )}
    </TabPage>
  )
}

function RevenueInFull() {
  const { data: revenue } = useSuspenseQuery(revenueQuery(useAsOf()))
  return (
    <>
      <Totals revenue={revenue} />
      <RevenueCharts months={revenue.monthlyData} />
      <Breakdown revenue={revenue} />
      <MonthlyRevenue months={revenue.monthlyData} />
    </>
  )
}

const Totals = ({ revenue: { breakdown, moneyIn, refunds, deferred } }: { revenue: Revenue }) => (
  <Figures>
    <WhyFigure term="Revenue" note="Payments minus refunds, all time" why={{ parts: [{ figure: 'revenue' }] }}>
      {moneyOf(breakdown.total)}
    </WhyFigure>
    <WhyFigure term="Money in" note="Paid" why={{ parts: [{ figure: 'moneyIn' }] }}>
      {moneyOf(moneyIn.total)}
    </WhyFigure>
    <WhyFigure term="Refunds" note="Refunded" why={{ parts: [{ figure: 'refunds' }] }}>
      {moneyOf(refunds.total)}
    </WhyFigure>
    <WhyFigure term="Deferred" note="Paid for days in the future" why={{ parts: [{ figure: 'deferred' }] }}>
      {moneyOf(deferred.total)}
    </WhyFigure>
  </Figures>
)

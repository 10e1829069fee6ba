import type { Revenue } from '@medicready/domain/contract/admin/business'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { moneyOf } from '../dashboard/amounts.ts'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { Panel } from '../dashboard/panel.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { Figures, WhyFigure } from '../dashboard/why.tsx'
import { Breakdown } from './breakdown.tsx'
import { MonthlyRevenue } from './monthly-revenue.tsx'
import { revenueQuery } from './queries.ts'
import { RevenueCharts } from './revenue-charts.tsx'

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
        <Panel
          title="Refunds that did not arrive or were refused, and disputes"
          explanation="Disputes are answered in the Stripe Dashboard."
        >
          <Loaded skeleton={<SkeletonRows rows={2} className="mb-2 h-11" />} failure="They could not be loaded.">
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
    <WhyFigure term="Revenue" note="Paid less given back, of all time" why={{ parts: [{ figure: 'revenue' }] }}>
      {moneyOf(breakdown.total)}
    </WhyFigure>
    <WhyFigure term="Money in" note="Paid" why={{ parts: [{ figure: 'moneyIn' }] }}>
      {moneyOf(moneyIn.total)}
    </WhyFigure>
    <WhyFigure term="Refunds" note="Given back" why={{ parts: [{ figure: 'refunds' }] }}>
      {moneyOf(refunds.total)}
    </WhyFigure>
    <WhyFigure term="Deferred" note="Paid for days that are still to come" why={{ parts: [{ figure: 'deferred' }] }}>
      {moneyOf(deferred.total)}
    </WhyFigure>
  </Figures>
)

import type { AdminFigure } from '@medicready/domain/admin/shown/figure-names'
import type { Revenue } from '@medicready/domain/contract/admin/business'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/loaded.tsx'
import { type AsOf, daysOfMonth, useAsOf, useIsToday } from '../../dashboards/address.ts'
import { type AdminColumn, AdminTable } from '../../dashboards/admin-table.tsx'
import { moneyOf, monthInWords, shareOf } from '../../dashboards/amounts.ts'
import { MonthColumns, Pair } from '../../dashboards/chart-panel.tsx'
import { numberColumn } from '../../dashboards/columns.tsx'
import { Panel, TabPage } from '../../dashboards/panel.tsx'
import { adminQuery, dashboardLoader } from '../../dashboards/reads.ts'
import { Figures, WhyFigure } from '../../dashboards/why.tsx'
import { lazyPart } from '../../ui/part.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'

const PaymentProblems = lazyPart(() => import('./payment-problems.tsx'))

const revenueQuery = (asOf: AsOf) => adminQuery('GET /api/admin/revenue', { query: asOf })

export const clientLoader = dashboardLoader((queries, asOf) => void queries.prefetchQuery(revenueQuery(asOf)))

export default function RevenueTab() {
  return (
    <TabPage title="Revenue">
      <Loaded skeleton={<Skeleton className="h-120" />} failure="The revenue could not be loaded.">
        <RevenueInFull />
      </Loaded>
      {useIsToday() && (
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
  const asOf = useAsOf()
  const { data: revenue } = useSuspenseQuery(revenueQuery(asOf))
  const { breakdown, moneyIn, refunds, deferred, monthlyData: months } = revenue
  return (
    <>
      <Figures>
        <WhyFigure term="Revenue" note="Payments minus refunds, all time" facts="revenue" value={moneyOf(breakdown.total)} />
        <WhyFigure term="Money in" note="Paid" facts="moneyIn" value={moneyOf(moneyIn.total)} />
        <WhyFigure term="Refunds" note="Refunded" facts="refunds" value={moneyOf(refunds.total)} />
        <WhyFigure term="Deferred" note="Paid for days in the future" facts="deferred" value={moneyOf(deferred.total)} />
      </Figures>
      <Pair>
        <MonthColumns
          title="Revenue by month"
          label="Revenue of the last twelve months, by plan and tutoring"
          kinds={incomes}
          months={months}
        />
        <MonthColumns title="Money in and refunds" label="Payments and refunds of the last twelve months" kinds={flows} months={months} />
      </Pair>
      <AdminTable
        panel={{ title: 'Breakdown', explanation: 'All time, by product.' }}
        caption="Revenue by product"
        columns={productColumns}
        rows={productRows(revenue)}
        rowKey={({ product }) => product}
        file="revenue breakdown"
      />
      <AdminTable
        panel={{ title: 'Month by month', explanation: 'Select a number to see the events behind it.' }}
        caption="Revenue month by month"
        columns={monthColumns(asOf)}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        file="revenue by month"
        empty="Nothing has been paid yet"
      />
    </>
  )
}

type Month = Revenue['monthlyData'][number]

const incomes = [
  { name: 'Premium', look: 'fill-brand', of: (month: Month) => month.premium },
  { name: 'Basic', look: 'fill-brand/45', of: (month: Month) => month.basic },
  { name: 'Tutoring', look: 'fill-ok', of: (month: Month) => month.tutoring },
]
const flows = [
  { name: 'Money in', look: 'fill-brand', of: (month: Month) => month.moneyIn },
  // Subtracted from 0, because -0 would show as −0.
  { name: 'Refunds', look: 'fill-bad', of: (month: Month) => 0 - Math.abs(month.refunds) },
]

const products = { premium: 'Premium', basic: 'Basic', tutoring: 'Tutoring', total: 'Total' } as const
const productNames = Object.keys(products) as (keyof typeof products)[]

const productRows = ({ breakdown, moneyIn, refunds, deferred }: Revenue) =>
  productNames.map((product) => ({
    product,
    revenue: breakdown[product],
    share: breakdown.total === 0 ? null : breakdown[product] / breakdown.total,
    moneyIn: moneyIn[product],
    refunds: refunds[product],
    deferred: product === 'tutoring' ? null : deferred[product],
  }))
type ProductRow = ReturnType<typeof productRows>[number]

const productMoney = (head: string, figure: 'revenue' | 'moneyIn' | 'refunds' | 'deferred') =>
  numberColumn<ProductRow>({
    head,
    of: (row) => row[figure],
    isMoney: true,
    term: ({ product }) => `${head}, ${products[product]}`,
    facts: ({ product }) => (product === 'total' ? figure : { figure, group: product }),
  })
const productColumns: readonly AdminColumn<ProductRow>[] = [
  { head: 'Product', value: ({ product }) => products[product] },
  productMoney('Revenue', 'revenue'),
  { head: 'Share', isNumber: true, value: ({ share }) => share, cell: ({ share }) => shareOf(share) },
  productMoney('Money in', 'moneyIn'),
  productMoney('Refunds', 'refunds'),
  productMoney('Deferred', 'deferred'),
]

const growthOf = (growth: number | null): string =>
  growth === null ? '–' : `${growth > 0 ? '+' : ''}${growth.toFixed(1)}%`.replace('-', '−')

function monthColumns(asOf: AsOf): readonly AdminColumn<Month>[] {
  const number = (head: string, figure: AdminFigure, of: (month: Month) => number, group?: string) =>
    numberColumn<Month>({
      head,
      of,
      isMoney: figure !== 'sessions',
      term: ({ month }) => `${head}, ${monthInWords(month)}`,
      facts: ({ month }) => ({ figure, ...(group && { group }), ...daysOfMonth(month, asOf) }),
    })
  return [
    { head: 'Month', value: ({ month }) => month, cell: ({ month }) => monthInWords(month) },
    number('Revenue', 'revenue', ({ revenue }) => revenue),
    { head: 'Growth', isNumber: true, value: ({ growth }) => growth, cell: ({ growth }) => growthOf(growth) },
    number('Premium', 'revenue', ({ premium }) => premium, 'premium'),
    number('Basic', 'revenue', ({ basic }) => basic, 'basic'),
    number('Tutoring', 'revenue', ({ tutoring }) => tutoring, 'tutoring'),
    number('Money in', 'moneyIn', ({ moneyIn }) => moneyIn),
    number('Refunds', 'refunds', ({ refunds }) => refunds),
    number('Sessions', 'sessions', ({ sessions }) => sessions),
  ]
}

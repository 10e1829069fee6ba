import type { Revenue } from '@medicready/domain/contract/admin/business'
import { StackedColumns } from '../../ui/charts/stacked-columns.tsx'
import { moneyOf, monthInWords, shortMoneyOf, shortMonthInWords } from '../dashboard/amounts.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'

type Month = Revenue['monthlyData'][number]

const products = [
  { name: 'Premium', look: 'fill-brand', of: (month: Month) => month.premium },
  { name: 'Basic', look: 'fill-brand/45', of: (month: Month) => month.basic },
  { name: 'Tutoring', look: 'fill-ok', of: (month: Month) => month.tutoring },
]
const flows = [
  { name: 'Money in', look: 'fill-brand', of: (month: Month) => month.moneyIn },
  // Taken from nothing, so that none stays 0 and does not become −0.
  { name: 'Refunds', look: 'fill-bad', of: (month: Month) => 0 - Math.abs(month.refunds) },
]

interface MonthsChartProps {
  title: string
  label: string
  kinds: typeof products
  months: readonly Month[]
}

const MonthsChart = ({ title, label, kinds, months }: MonthsChartProps) => (
  <ChartPanel
    title={title}
    chart={
      <StackedColumns
        label={label}
        pointsLabel="Months"
        kinds={kinds}
        columns={months.map((month) => ({
          tick: shortMonthInWords(month.month),
          values: kinds.map(({ of }) => of(month)),
          words: `${monthInWords(month.month)}: ${kinds.map(({ name, of }) => `${name} ${moneyOf(of(month))}`).join(', ')}`,
        }))}
        format={shortMoneyOf}
      />
    }
    columns={['Month', ...kinds.map(({ name }) => name)]}
    rows={months.map((month) => [monthInWords(month.month), ...kinds.map(({ of }) => moneyOf(of(month)))])}
  />
)

/** Twelve months of revenue: of what it is made, and what came in and went back. */
export const RevenueCharts = ({ months }: { months: readonly Month[] }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
    <MonthsChart
      title="Revenue by month"
      label="Revenue of the last twelve months, by plan and tutoring"
      kinds={products}
      months={months}
    />
    <MonthsChart
      title="Money in and refunds"
      label="What was paid and given back in the last twelve months"
      kinds={flows}
      months={months}
    />
  </div>
)

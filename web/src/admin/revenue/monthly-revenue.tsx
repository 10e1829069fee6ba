import type { Revenue } from '@medicready/domain/contract/admin/business'
import type { AdminFigure } from '@medicready/domain/contract/admin/figure-names'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, monthInWords, numberOf } from '../dashboard/amounts.ts'
import { type AsOf, daysOfMonth, useAsOf } from '../dashboard/as-of.ts'
import { WhyNumber } from '../dashboard/why.tsx'

type Month = Revenue['monthlyData'][number]

const growthOf = (growth: number | null): string =>
  growth === null ? '–' : `${growth > 0 ? '+' : ''}${growth.toFixed(1)}%`.replace('-', '−')

function columnsFor(asOf: AsOf): readonly AdminColumn<Month>[] {
  const money = (head: string, figure: AdminFigure, of: (month: Month) => number, group?: string): AdminColumn<Month> => ({
    head,
    isNumber: true,
    cell: (month) => (
      <WhyNumber
        term={`${head}, ${monthInWords(month.month)}`}
        why={{ parts: [{ figure, ...(group && { group }), ...daysOfMonth(month.month, asOf) }] }}
      >
        {moneyOf(of(month))}
      </WhyNumber>
    ),
    csv: (month) => Number(decimalsOf(of(month))),
  })
  return [
    { head: 'Month', cell: ({ month }) => monthInWords(month), csv: ({ month }) => month },
    money('Revenue', 'revenue', ({ revenue }) => revenue),
    { head: 'Growth', isNumber: true, cell: ({ growth }) => growthOf(growth), csv: ({ growth }) => growth },
    money('Premium', 'revenue', ({ premium }) => premium, 'premium'),
    money('Basic', 'revenue', ({ basic }) => basic, 'basic'),
    money('Tutoring', 'revenue', ({ tutoring }) => tutoring, 'tutoring'),
    money('Money in', 'moneyIn', ({ moneyIn }) => moneyIn),
    money('Refunds', 'refunds', ({ refunds }) => refunds),
    {
      head: 'Sessions',
      isNumber: true,
      cell: ({ month, sessions }) => (
        <WhyNumber term={`Sessions, ${monthInWords(month)}`} why={{ parts: [{ figure: 'sessions', ...daysOfMonth(month, asOf) }] }}>
          {numberOf(sessions)}
        </WhyNumber>
      ),
      csv: ({ sessions }) => sessions,
    },
  ]
}

/** Month by month, the latest first. Each number leads to its facts. */
export function MonthlyRevenue({ months }: { months: readonly Month[] }) {
  const asOf = useAsOf()
  return (
    <AdminTable
      panel={{ title: 'Month by month', explanation: 'Each number leads to the facts behind it.' }}
      caption="Revenue month by month"
      columns={columnsFor(asOf)}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      file="revenue by month"
      empty={<EmptyState title="Nothing has been paid yet" />}
    />
  )
}

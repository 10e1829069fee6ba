import type { Subscriptions } from '@medicready/domain/contract/admin/business'
import { Lines } from '../../ui/charts/lines.tsx'
import { StackedColumns } from '../../ui/charts/stacked-columns.tsx'
import { countOf } from '../../ui/words.ts'
import { moneyOf, monthInWords, shortMoneyOf, shortMonthInWords } from '../dashboard/amounts.ts'
import { daysOfMonth, useAsOf } from '../dashboard/as-of.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { type WhyPart, whyOf } from '../dashboard/why-part.ts'

type Month = Subscriptions['months'][number]

const movements = [
  { name: 'New', figure: 'newMrr', look: 'fill-brand', of: (month: Month) => month.new },
  { name: 'Expansion', figure: 'expansionMrr', look: 'fill-ok', of: (month: Month) => month.expansion },
  { name: 'Contraction', figure: 'contractionMrr', look: 'fill-warn', of: (month: Month) => month.contraction },
  { name: 'Churn', figure: 'churnedMrr', look: 'fill-bad', of: (month: Month) => month.churn },
] as const

const mrrWords = ({ month, mrr, subscribers }: Month): string =>
  `${monthInWords(month)}: ${moneyOf(mrr)}, ${countOf(subscribers, 'subscriber')}`

const movementWords = (month: Month): string =>
  `${monthInWords(month.month)}: ${movements.map(({ name, of }) => `${name.toLowerCase()} ${moneyOf(of(month))}`).join(', ')}`

/** What a month brings in, and what moved it. */
export function MrrCharts({ months }: { months: readonly Month[] }) {
  const asOf = useAsOf()
  const latest = months.toReversed()
  const standing = latest.flatMap(({ month }): WhyPart[] => {
    const { from: _, ...end } = daysOfMonth(month, asOf)
    const at = `at the end of ${monthInWords(month)}`
    return [
      { figure: 'mrr', ...end, label: `MRR ${at}` },
      { figure: 'subscribers', ...end, label: `Subscribers ${at}` },
    ]
  })
  const moved = latest.flatMap(({ month }) =>
    movements.map(({ name, figure }): WhyPart => ({ figure, ...daysOfMonth(month, asOf), label: `${name}, ${monthInWords(month)}` })),
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
      <ChartPanel
        title="MRR at the end of each month"
        why={whyOf(standing)}
        chart={
          <Lines
            label="Monthly recurring revenue of the last twelve months"
            pointsLabel="Months"
            lines={[{ name: 'MRR', look: 'stroke-brand' }]}
            points={months.map((month) => ({ tick: shortMonthInWords(month.month), values: [month.mrr], words: mrrWords(month) }))}
            format={shortMoneyOf}
          />
        }
        columns={['Month', 'MRR', 'Subscribers']}
        rows={months.map(({ month, mrr, subscribers }) => [monthInWords(month), moneyOf(mrr), subscribers])}
      />
      <ChartPanel
        title="What moved MRR"
        why={whyOf(moved)}
        chart={
          <StackedColumns
            label="New, expansion, contraction and churned MRR of the last twelve months"
            pointsLabel="Months"
            kinds={movements}
            columns={months.map((month) => ({
              tick: shortMonthInWords(month.month),
              values: movements.map(({ of }) => of(month)),
              words: movementWords(month),
            }))}
            format={shortMoneyOf}
          />
        }
        columns={['Month', ...movements.map(({ name }) => name)]}
        rows={months.map((month) => [monthInWords(month.month), ...movements.map(({ of }) => moneyOf(of(month)))])}
      />
    </div>
  )
}

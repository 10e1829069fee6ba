import type { Revenue } from '@medicready/domain/contract/admin/business'
import type { AdminFigure } from '@medicready/domain/contract/admin/figure-names'
import { type AdminColumn, AdminTable } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, shareOf } from '../dashboard/amounts.ts'
import { WhyNumber } from '../dashboard/why.tsx'

const products = ['premium', 'basic', 'tutoring', 'total'] as const
type Product = (typeof products)[number]
const words: Record<Product, string> = { premium: 'Premium', basic: 'Basic', tutoring: 'Tutoring', total: 'Total' }

interface Row {
  readonly product: Product
  readonly revenue: number
  readonly share: number | null
  readonly moneyIn: number
  readonly refunds: number
  /** Null where nothing is paid ahead. */
  readonly deferred: number | null
}

const money = (head: string, figure: AdminFigure, of: (row: Row) => number | null): AdminColumn<Row> => ({
  head,
  isNumber: true,
  cell: (row) => {
    const cents = of(row)
    if (cents === null) return '–'
    const part = row.product === 'total' ? { figure } : { figure, group: row.product }
    return (
      <WhyNumber term={`${head}, ${words[row.product]}`} why={{ parts: [part] }}>
        {moneyOf(cents)}
      </WhyNumber>
    )
  },
  csv: (row) => {
    const cents = of(row)
    return cents === null ? null : Number(decimalsOf(cents))
  },
})

const columns: readonly AdminColumn<Row>[] = [
  { head: 'Product', cell: ({ product }) => words[product], csv: ({ product }) => words[product] },
  money('Revenue', 'revenue', ({ revenue }) => revenue),
  { head: 'Share', isNumber: true, cell: ({ share }) => shareOf(share), csv: ({ share }) => share },
  money('Money in', 'moneyIn', ({ moneyIn }) => moneyIn),
  money('Refunds', 'refunds', ({ refunds }) => refunds),
  money('Deferred', 'deferred', ({ deferred }) => deferred),
]

/** All time, by plan and tutoring. */
export function Breakdown({ revenue: { breakdown, moneyIn, refunds, deferred } }: { revenue: Revenue }) {
  const rows = products.map((product) => ({
    product,
    revenue: breakdown[product],
    share: breakdown.total === 0 ? null : breakdown[product] / breakdown.total,
    moneyIn: moneyIn[product],
    refunds: refunds[product],
    deferred: product === 'tutoring' ? null : deferred[product],
  }))
  return (
    <AdminTable
      panel={{ title: 'Breakdown', explanation: 'Of all time, by what was paid for.' }}
      caption="Revenue by product"
      columns={columns}
      rows={rows}
      rowKey={({ product }) => product}
      file="revenue breakdown"
      empty={null}
    />
  )
}

import { classList } from '../class-list.ts'
import { ScrollArea } from '../scroll-area.tsx'

export interface MatrixRow {
  readonly head: string
  readonly beside: string
  /** Shares of 0 to 1, from the first column on; null for none. Future columns are left out. */
  readonly shares: readonly (number | null)[]
}

interface ShareMatrixProps {
  label: string
  corner: string
  beside: string
  columns: readonly string[]
  rows: readonly MatrixRow[]
}

/** The number is in the cell too, so that color is not needed. */
const tints = ['bg-brand/5', 'bg-brand/10', 'bg-brand/20', 'bg-brand/30', 'bg-brand/40']
const tintOf = (share: number): string => tints[Math.min(tints.length - 1, Math.floor(share * tints.length))] ?? ''

export const ShareMatrix = ({ label, corner, beside, columns, rows }: ShareMatrixProps) => (
  <ScrollArea aria-label={label} className="border-0 print:overflow-visible">
    <table className="w-full border-separate border-spacing-0.5 text-sm tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="sticky left-0 bg-bg px-2 py-1.5 text-left font-medium whitespace-nowrap">
            {corner}
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-medium">
            {beside}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="min-w-14 px-1 py-1.5 text-center font-medium whitespace-nowrap">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, beside: count, shares }) => (
          <tr key={head}>
            <th scope="row" className="sticky left-0 bg-bg px-2 py-1.5 text-left font-normal whitespace-nowrap">
              {head}
            </th>
            <td className="px-2 py-1.5 text-right">{count}</td>
            {columns.map((column, at) => (
              <ShareCell key={column} share={shares[at] ?? null} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollArea>
)

const ShareCell = ({ share }: { share: number | null }) => (
  <td className={classList('rounded-control px-1 py-1.5 text-center', share !== null && tintOf(share))}>
    {share === null ? '' : `${Math.round(100 * share)}%`}
  </td>
)

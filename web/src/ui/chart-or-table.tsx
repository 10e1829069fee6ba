import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { ScrollArea } from './scroll-area.tsx'

interface FiguresTableProps {
  /** Distinguishes several for screen readers: "version 2". */
  of?: string
  /** The first column holds the row heads. */
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
}

interface ChartOrTableProps extends FiguresTableProps {
  title: ReactNode
  introduction?: ReactNode
  chart: ReactNode
}

export function ChartOrTable({ title, of, introduction, chart, columns, rows }: ChartOrTableProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const change = asTable ? 'Show chart' : 'Show table'
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        {title}
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 shrink-0 text-muted print:hidden"
          aria-expanded={asTable}
          aria-controls={id}
          aria-label={of && `${change} of ${of}`}
          onClick={() => setAsTable(!asTable)}
          label={change}
        />
      </div>
      {introduction}
      <div id={id}>{asTable ? <FiguresTable columns={columns} rows={rows} {...(of && { of })} /> : chart}</div>
    </div>
  )
}

const MOST_ROWS_IN_SIGHT = 12
const MOST_COLUMNS_ON_A_PHONE = 3

function FiguresTable({ columns, rows, of }: FiguresTableProps) {
  const table = (
    <table className="mt-1 w-full text-sm">
      <thead>
        <tr className="border-b border-hairline text-left text-muted">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pl-3 font-medium first:pl-0 not-first:text-right">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...figures]) => (
          <tr key={head} className="border-b border-hairline last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {head}
            </th>
            {figures.map((figure, place) => (
              <td key={columns[place + 1]} className="py-1.5 pl-3 text-right whitespace-nowrap tabular-nums">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (rows.length <= MOST_ROWS_IN_SIGHT && columns.length <= MOST_COLUMNS_ON_A_PHONE) return table
  return (
    <ScrollArea aria-label={of ? `Figures of ${of}` : 'Figures'} className="max-h-110 border-0 print:max-h-none print:overflow-visible">
      {table}
    </ScrollArea>
  )
}

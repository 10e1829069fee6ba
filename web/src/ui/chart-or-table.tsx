import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

interface ChartOrTableProps {
  title: ReactNode
  /** Tells it from others on the screen, for those who only hear the button: "version 2". */
  of?: string
  /** The figures as a picture. */
  chart: ReactNode
  /** The same figures in a table, the first column as the heads of its rows. */
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
}

/** A chart, and its figures as a table for whoever would rather read them. */
export function ChartOrTable({ title, of, chart, columns, rows }: ChartOrTableProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const change = asTable ? 'Show chart' : 'Show table'
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {title}
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 text-muted"
          aria-expanded={asTable}
          aria-controls={id}
          aria-label={of && `${change} of ${of}`}
          onClick={() => setAsTable(!asTable)}
        >
          {change}
        </Button>
      </div>
      <div id={id}>
        {asTable ? (
          <table className="mt-1 w-full text-sm">
            <thead>
              <tr className="border-b border-hairline text-left text-muted">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-1.5 font-medium not-first:text-right">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([head, ...figures]) => (
                <tr key={head} className="border-b border-hairline last:border-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    {head}
                  </th>
                  {figures.map((figure, place) => (
                    <td key={columns[place + 1]} className="py-1.5 text-right tabular-nums">
                      {figure}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          chart
        )}
      </div>
    </div>
  )
}

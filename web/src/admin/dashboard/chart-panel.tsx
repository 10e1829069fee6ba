import { type ReactNode, useId } from 'react'
import { ChartOrTable } from '../../ui/chart-or-table.tsx'
import { classList } from '../../ui/class-list.ts'
import { ExportCsv } from './export-csv.tsx'
import { WhyNumbers } from './why.tsx'
import type { Why } from './why-part.ts'

interface ChartPanelProps {
  title: string
  explanation?: ReactNode
  /** What is chosen of the figures, above them. */
  choice?: ReactNode
  chart: ReactNode
  /** What stands behind its numbers; left out where a table of the same screen leads there. */
  why?: Why | undefined
  /** The figures behind the chart: shown as a table, and saved as a file. */
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
  className?: string
}

/** Figures as a chart, as a table or as a file, told from others by room and a line. */
export function ChartPanel({ title, explanation, choice, chart, why, columns, rows, className }: ChartPanelProps) {
  const id = useId()
  const heading = (
    <div className="flex grow items-center justify-between gap-x-2">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <span className="flex items-center">
        {why && <WhyNumbers term={title} why={why} />}
        <ExportCsv name={title} heads={columns} rows={async () => rows} />
      </span>
    </div>
  )
  return (
    <section aria-labelledby={id} className={classList('min-w-0 border-t border-hairline pt-3', className)}>
      <ChartOrTable
        title={heading}
        of={title}
        introduction={
          (explanation || choice) && (
            <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
              {explanation && <p className="max-w-4xl text-sm text-muted">{explanation}</p>}
              {choice}
            </div>
          )
        }
        chart={chart}
        columns={columns}
        rows={rows}
      />
    </section>
  )
}

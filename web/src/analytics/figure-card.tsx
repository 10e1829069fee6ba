import type { ReactNode } from 'react'
import { useId } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'

interface FigureCardProps {
  title: string
  /** What the figures say, in one sentence. */
  explanation: ReactNode
  /** The figures are made up, for those whose plan does not have their own. */
  isExample: boolean
  /** Why there are no figures yet, and from when on there are; null once there are. */
  empty: { title: string; text: string; action?: ReactNode } | null
  chart: ReactNode
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
  /** What is chosen of the figures, above them. */
  choice?: ReactNode
  /** Below the figures. */
  children?: ReactNode
  /** So much stands below them that a page may end in between, on paper. */
  isLong?: boolean
}

/** One matter of the page: figures as a chart or as a table, and what they mean. */
export function FigureCard({
  title,
  explanation,
  isExample,
  empty,
  chart,
  columns,
  rows,
  choice,
  children,
  isLong = false,
}: FigureCardProps) {
  const id = useId()
  const heading = (
    <h2 id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
      {title}
      {isExample && <Badge>Example</Badge>}
    </h2>
  )
  const introduction = (
    <>
      <p className="mt-1 mb-4 max-w-2xl text-sm text-muted">{explanation}</p>
      {choice}
    </>
  )
  const name = isExample ? { 'aria-label': `Example, not your own figures: ${title}` } : { 'aria-labelledby': id }
  return (
    <Card {...name} className={classList('min-w-0', isLong ? 'box-decoration-clone' : 'break-inside-avoid')}>
      {empty ? (
        <>
          {heading}
          {introduction}
          <EmptyState title={empty.title} action={empty.action}>
            {empty.text}
          </EmptyState>
        </>
      ) : (
        <>
          <div className="break-inside-avoid">
            <ChartOrTable title={heading} of={title} introduction={introduction} chart={chart} columns={columns} rows={rows} />
          </div>
          {children}
        </>
      )}
    </Card>
  )
}

import { type ReactNode, useId } from 'react'
import { EmptyState } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { StackedColumns } from '../ui/charts/columns.tsx'
import { ShareMatrix } from '../ui/charts/share-matrix.tsx'
import { moneyOf, monthInWords, numberOf, shortMoneyOf, shortMonthInWords } from './amounts.ts'
import { ExportCsv } from './export-csv.tsx'
import { Panel } from './panel.tsx'
import { WhyNumbers } from './why.tsx'
import type { WhyPart } from './why-part.ts'

interface ChartPanelProps {
  title: string
  explanation?: ReactNode
  choice?: ReactNode
  chart: ReactNode
  /** Left out if a table of the same screen links them. */
  facts?: readonly WhyPart[]
  how?: string
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
}

export function ChartPanel({ title, explanation, choice, chart, facts = [], how, columns, rows }: ChartPanelProps) {
  const id = useId()
  const heading = (
    <div className="flex grow items-center justify-between gap-x-2">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <span className="flex items-center">
        {facts.length > 0 && <WhyNumbers term={title} facts={facts} how={how} />}
        <ExportCsv name={title} heads={columns} rows={async () => rows} />
      </span>
    </div>
  )
  return (
    <section aria-labelledby={id} className="min-w-0 border-t border-hairline pt-3">
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

interface Cohort {
  readonly month: string
  readonly size: number
  /** By months since the start, beginning with 0. */
  readonly remaining: readonly number[]
}

interface CohortPanelProps {
  readonly title: string
  readonly explanation: string
  readonly label: string
  /** The event that puts a person into a cohort. */
  readonly began: string
  readonly people: string
  readonly cohorts: readonly Cohort[]
  readonly whenEmpty: string
  /** With `month` null: the size of the cohort. */
  readonly partOf: (cohort: string, month: string | null) => WhyPart
}

export const monthsAfter = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, after) => (after === 0 ? 'Month 0' : `+${after}`))

const monthAfter = (month: string, after: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + after, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}

export function CohortPanel({ title, explanation, label, began, people, cohorts, whenEmpty, partOf }: CohortPanelProps) {
  if (cohorts.length === 0)
    return (
      <Panel title={title} explanation={explanation}>
        <EmptyState title={whenEmpty} />
      </Panel>
    )
  const months = monthsAfter(Math.max(...cohorts.map(({ remaining }) => remaining.length)))
  return (
    <ChartPanel
      title={title}
      explanation={explanation}
      facts={cohorts
        .toReversed()
        .flatMap(({ month, remaining }) => [
          partOf(month, null),
          ...remaining.map((_, after) => partOf(month, monthAfter(month, after))).toReversed(),
        ])}
      how={explanation}
      chart={
        <ShareMatrix
          label={label}
          corner={began}
          beside={people}
          columns={months}
          rows={cohorts.map(({ month, size, remaining }) => ({
            head: monthInWords(month),
            beside: numberOf(size),
            shares: remaining.map((count) => (size === 0 ? null : count / size)),
          }))}
        />
      }
      columns={[began, people, ...months]}
      rows={cohorts.map(({ month, size, remaining }) => [monthInWords(month), size, ...months.map((_, after) => remaining[after] ?? '')])}
    />
  )
}

interface MonthColumnsProps<Month> extends Pick<ChartPanelProps, 'title' | 'facts'> {
  label: string
  kinds: readonly { readonly name: string; readonly look: string; readonly of: (month: Month) => number }[]
  months: readonly Month[]
}

export const MonthColumns = <Month extends { readonly month: string }>(props: MonthColumnsProps<Month>) => {
  const { label, kinds, months, ...panel } = props
  return (
    <ChartPanel
      {...panel}
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
}

export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">{children}</div>
)

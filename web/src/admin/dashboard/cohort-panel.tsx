import { ShareMatrix } from '../../ui/charts/share-matrix.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { monthInWords, numberOf } from './amounts.ts'
import { ChartPanel } from './chart-panel.tsx'
import { Panel } from './panel.tsx'
import { type WhyPart, whyOf } from './why-part.ts'

interface Cohort {
  readonly month: string
  readonly size: number
  /** How many of them were still there: in the month itself, and in each after it. */
  readonly remaining: readonly number[]
}

interface CohortPanelProps {
  readonly title: string
  readonly explanation: string
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  /** What somebody did in the month of their cohort. */
  readonly began: string
  readonly people: string
  readonly cohorts: readonly Cohort[]
  readonly whenEmpty: string
  /** How many were in a cohort, and how many of them were still there in a month: what stands behind it. */
  readonly whyOf: (cohort: string, month: string | null) => WhyPart
}

export const monthsAfter = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, after) => (after === 0 ? 'Month 0' : `+${after}`))

/** The month so many months after one. */
const monthAfter = (month: string, after: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + after, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** Who is still there, month after month, of those who began in each. */
export function CohortPanel({ title, explanation, label, began, people, cohorts, whenEmpty, whyOf: partOf }: CohortPanelProps) {
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
      why={whyOf(
        cohorts
          .toReversed()
          .flatMap(({ month, remaining }) => [
            partOf(month, null),
            ...remaining.map((_, after) => partOf(month, monthAfter(month, after))).toReversed(),
          ]),
        explanation,
      )}
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

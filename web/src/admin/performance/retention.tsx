import type { Performance } from '@medicready/domain/contract/admin/performance'
import { Lines } from '../../ui/charts/lines.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { percentOf } from '../../ui/words.ts'
import { monthInWords, shareOf } from '../dashboard/amounts.ts'
import { daysOfMonth, useAsOf } from '../dashboard/as-of.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { CohortPanel, monthsAfter } from '../dashboard/cohort-panel.tsx'
import { Panel } from '../dashboard/panel.tsx'
import type { WhyPart } from '../dashboard/why-part.ts'

/** Who comes back, by how long ago they registered. */
export function RetentionCurve({ curve }: Pick<Performance['retention'], 'curve'>) {
  if (curve.length === 0)
    return (
      <Panel title="Retention curve">
        <EmptyState title="No month of registration has ended yet" />
      </Panel>
    )
  const months = monthsAfter(curve.length)
  return (
    <ChartPanel
      title="Retention curve"
      explanation="All months of registration together that have ended: the share that answered so many months later. The months below lead to the facts."
      chart={
        <Lines
          label="Share of students who answered so many months after they registered"
          pointsLabel="Months after registration"
          lines={[{ name: 'Answered', look: 'stroke-brand' }]}
          points={curve.map((share, after) => ({
            tick: months[after] ?? '',
            values: [share],
            words: `${after === 0 ? 'In the month of registration' : `${after} months later`}: ${shareOf(share)} answered`,
          }))}
          format={percentOf}
          most={1}
        />
      }
      columns={['Months later', 'Answered']}
      rows={curve.map((share, after) => [String(after), shareOf(share)])}
    />
  )
}

/** Who comes back, month after month, of those who registered in each. */
export function RetentionByMonth({ cohorts }: Pick<Performance['retention'], 'cohorts'>) {
  const asOf = useAsOf()
  const partOf = (group: string, month: string | null): WhyPart => {
    const began = `Registered in ${monthInWords(group)}`
    if (month === null) return { figure: 'registered', ...daysOfMonth(group, asOf), label: began }
    return { figure: 'returningStudents', group, ...daysOfMonth(month, asOf), label: `${began}, answered in ${monthInWords(month)}` }
  }
  return (
    <CohortPanel
      title="Retention by month of registration"
      explanation="Of those who registered in a month: how many answered in it, and in each month after."
      label="Share of each month's students who answered, month by month"
      began="Registered in"
      people="Students"
      cohorts={cohorts.map(({ month, size, active }) => ({ month, size, remaining: active }))}
      whenEmpty="Nobody has registered yet"
      whyOf={partOf}
    />
  )
}

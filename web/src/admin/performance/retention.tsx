import type { Performance } from '@medicready/domain/contract/admin-performance'
import { Lines } from '../../ui/charts/lines.tsx'
import { ShareMatrix } from '../../ui/charts/share-matrix.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { percentOf } from '../../ui/words.ts'
import { monthInWords, numberOf, shareOf } from '../dashboard/amounts.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { Panel } from '../dashboard/panel.tsx'

const TITLE = 'Retention by month of registration'
const EXPLANATION = 'Of those who registered in a month: how many answered in it, and in each month after.'

const monthsAfter = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, after) => (after === 0 ? 'Month 0' : `+${after}`))

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
      explanation="All months of registration together that have ended: the share that answered so many months later."
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
  if (cohorts.length === 0)
    return (
      <Panel title={TITLE} explanation={EXPLANATION}>
        <EmptyState title="Nobody has registered yet" />
      </Panel>
    )
  const months = monthsAfter(Math.max(...cohorts.map(({ active }) => active.length)))
  return (
    <ChartPanel
      title={TITLE}
      explanation={EXPLANATION}
      chart={
        <ShareMatrix
          label="Share of each month's students who answered, month by month"
          corner="Registered in"
          beside="Students"
          columns={months}
          rows={cohorts.map(({ month, size, active }) => ({
            head: monthInWords(month),
            beside: numberOf(size),
            shares: active.map((count) => (size === 0 ? null : count / size)),
          }))}
        />
      }
      columns={['Registered in', 'Students', ...months]}
      rows={cohorts.map(({ month, size, active }) => [monthInWords(month), size, ...months.map((_, after) => active[after] ?? '')])}
    />
  )
}

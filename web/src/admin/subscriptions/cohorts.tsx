import type { Subscriptions } from '@medicready/domain/contract/admin-business'
import { ShareMatrix } from '../../ui/charts/share-matrix.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { monthInWords, numberOf } from '../dashboard/amounts.ts'
import { ChartPanel } from '../dashboard/chart-panel.tsx'
import { Panel } from '../dashboard/panel.tsx'

const TITLE = 'Cohorts by month'
const EXPLANATION =
  'Of those who paid a first time in a month: how many were still subscribed at its end, and at the end of each month after.'

/** Who stays subscribed, by the month of their first payment. */
export function Cohorts({ cohorts }: { cohorts: Subscriptions['cohorts'] }) {
  if (cohorts.length === 0)
    return (
      <Panel title={TITLE} explanation={EXPLANATION}>
        <EmptyState title="Nobody has paid yet" />
      </Panel>
    )
  const most = Math.max(...cohorts.map(({ subscribed }) => subscribed.length))
  const months = Array.from({ length: most }, (_, after) => (after === 0 ? 'Month 0' : `+${after}`))
  return (
    <ChartPanel
      title={TITLE}
      explanation={EXPLANATION}
      chart={
        <ShareMatrix
          label="Share of each month's first payers who were still subscribed, month by month"
          corner="First paid in"
          beside="People"
          columns={months}
          rows={cohorts.map(({ month, size, subscribed }) => ({
            head: monthInWords(month),
            beside: numberOf(size),
            shares: subscribed.map((count) => (size === 0 ? null : count / size)),
          }))}
        />
      }
      columns={['First paid in', 'People', ...months]}
      rows={cohorts.map(({ month, size, subscribed }) => [
        monthInWords(month),
        size,
        ...months.map((_, after) => (subscribed[after] === undefined ? '' : subscribed[after])),
      ])}
    />
  )
}

import type { Subscriptions } from '@medicready/domain/contract/admin/business'
import { monthInWords } from '../dashboard/amounts.ts'
import { daysOfMonth, useAsOf } from '../dashboard/as-of.ts'
import { CohortPanel } from '../dashboard/cohort-panel.tsx'
import type { WhyPart } from '../dashboard/why-part.ts'

/** Who stays subscribed, by the month of their first payment. */
export function Cohorts({ cohorts }: { cohorts: Subscriptions['cohorts'] }) {
  const asOf = useAsOf()
  const partOf = (group: string, month: string | null): WhyPart => {
    const began = `First paid in ${monthInWords(group)}`
    if (month === null) return { figure: 'cohortSize', group, label: began }
    const { from: _, ...end } = daysOfMonth(month, asOf)
    return { figure: 'cohortSubscribers', group, ...end, label: `${began}, subscribed at the end of ${monthInWords(month)}` }
  }
  return (
    <CohortPanel
      title="Cohorts by month"
      explanation="Of those who paid a first time in a month: how many were still subscribed at its end, and at the end of each month after."
      label="Share of each month's first payers who were still subscribed, month by month"
      began="First paid in"
      people="People"
      cohorts={cohorts.map(({ month, size, subscribed }) => ({ month, size, remaining: subscribed }))}
      whenEmpty="Nobody has paid yet"
      whyOf={partOf}
    />
  )
}

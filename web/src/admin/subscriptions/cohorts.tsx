import type { Subscriptions } from '@medicready/domain/contract/admin-business'
import { CohortPanel } from '../dashboard/cohort-panel.tsx'

/** Who stays subscribed, by the month of their first payment. */
export const Cohorts = ({ cohorts }: { cohorts: Subscriptions['cohorts'] }) => (
  <CohortPanel
    title="Cohorts by month"
    explanation="Of those who paid a first time in a month: how many were still subscribed at its end, and at the end of each month after."
    label="Share of each month's first payers who were still subscribed, month by month"
    began="First paid in"
    people="People"
    cohorts={cohorts.map(({ month, size, subscribed }) => ({ month, size, remaining: subscribed }))}
    whenEmpty="Nobody has paid yet"
  />
)

import { mailDelivery } from '../accounts/mail-delivery.ts'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { reconciliations } from './reconciliations.ts'

export const lastReconciliation = defineQuery(
  [reconciliations],
  (sql, end: string) => sql<Pick<RowOf<typeof reconciliations.tables.reconciliations>, 'date' | 'completed_at' | 'differences'>[]>`
    SELECT date, completed_at, differences FROM read.reconciliations WHERE completed_at < ${end} ORDER BY date DESC LIMIT 1`,
)

export const stoppedAddresses = defineQuery(
  [mailDelivery],
  (sql, since: string) => sql<
    (Pick<RowOf<typeof mailDelivery.tables.mail_delivery>, 'reason'> & { readonly now: number; readonly lately: number })[]
  >`
    SELECT reason, count(*)::int AS now, (count(*) FILTER (WHERE stopped_at > ${since}))::int AS lately
    FROM read.mail_delivery GROUP BY reason`,
)

import type { adminBusinessCalls, Subscriber } from '@medicready/domain/contract/admin/business'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { SubscriberStatus } from '@medicready/projector/read-models/admin/figures-tables'
import { type PlacedSubscriber, placedSubscribers, type SubscriberFilter } from '@medicready/projector/read-models/admin/student-queries'
import { z } from 'zod'
import type { Routes } from '../parts.ts'
import { type CsvColumns, checkExport, csvOf } from './people-exports.ts'
import { plannedAnew } from './shown.ts'

const Key = z.tuple([z.string(), z.uuid()])
type Key = z.infer<typeof Key>
const keyOf = ({ sort_key, user_id }: PlacedSubscriber): Key => [sort_key, user_id]
const ROWS_AT_ONCE = 1_000

const toSubscriber = (row: PlacedSubscriber): Subscriber => ({
  userId: row.user_id,
  name: row.name ?? '',
  email: row.email ?? '',
  tier: row.tier ?? 'basic',
  status: row.status ?? ('active' satisfies SubscriberStatus),
  mrr: row.monthly_amount,
  startedOn: (row.started_at ?? '').slice(0, 10),
  nextBilling: row.next_billing_at,
  stripeSubscriptionId: row.stripe_subscription_id,
})

const csvColumns: CsvColumns<Subscriber> = [
  ['Id', ({ userId }) => userId],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Tier', ({ tier }) => tier],
  ['Status', ({ status }) => status],
  ['MRR in USD', ({ mrr }) => mrr / 100],
  ['Started', ({ startedOn }) => startedOn],
  ['Next billing', ({ nextBilling }) => nextBilling],
  ['Stripe subscription', ({ stripeSubscriptionId }) => stripeSubscriptionId],
]

type SubscriberCall = 'GET /api/admin/subscribers' | 'GET /api/admin/subscribers.csv'

export const subscriberRoutes: Routes<Pick<typeof adminBusinessCalls, SubscriberCall>> = ({ sql, clock, reading }) => {
  async function* everySubscriber(filter: SubscriberFilter): AsyncGenerator<Subscriber> {
    let after: Key | null = null
    for (;;) {
      const rows: readonly PlacedSubscriber[] = await plannedAnew(sql, placedSubscribers(sql, { ...filter, after, limit: ROWS_AT_ONCE }))
      yield* rows.map(toSubscriber)
      const last = rows.at(-1)
      if (rows.length < ROWS_AT_ONCE || !last) return
      after = keyOf(last)
    }
  }

  return {
    'GET /api/admin/subscribers': reading([placedSubscribers], async ({ query }) => {
      const rows = await plannedAnew(sql, placedSubscribers(sql, { ...query, ...pageAfter(query, Key) }))
      return pageOf(rows, query, { item: toSubscriber, sortKey: keyOf })
    }),
    'GET /api/admin/subscribers.csv': reading([placedSubscribers, checkExport], async ({ query, identity }) => {
      await checkExport(sql, { exportId: query.exportId, table: 'subscribers', userId: identity.userId, now: clock() })
      return { name: 'subscribers.csv', bytes: csvOf(csvColumns, everySubscriber(query)) }
    }),
  }
}

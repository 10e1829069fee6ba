import type { adminBusinessCalls, Subscriber } from '@medicready/domain/contract/admin-business'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { audit } from '@medicready/projector/read-models/admin/audit'
import { figures } from '@medicready/projector/read-models/admin/figures'
import type { figuresTables, SubscriptionStatus } from '@medicready/projector/read-models/admin/figures-tables'
import { learning } from '@medicready/projector/read-models/admin/learning'
import type { learningTables } from '@medicready/projector/read-models/admin/learning-tables'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { type CsvColumns, csvOf } from './csv-file.ts'
import { checkExport } from './people-exports.ts'
import { plannedAnew } from './planned-anew.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

interface Filter {
  readonly tier: 'all' | 'basic' | 'premium'
  readonly sort: 'nextBilling' | 'started' | 'mrr'
  readonly order: 'asc' | 'desc'
}

type SubscriberRow = RowOf<typeof figuresTables.subscribers> &
  Joined<Pick<RowOf<typeof learningTables.student_people>, 'name' | 'email'>> & { readonly sort_key: string }

/** What each order goes by, as the indexes have it, and the type by which its text is read again. */
const sortedBy = {
  nextBilling: { column: "coalesce(s.next_billing_at, 'infinity')", type: 'timestamptz' },
  started: { column: 's.started_at', type: 'timestamptz' },
  mrr: { column: 's.monthly_amount', type: 'integer' },
} as const

const Key = z.tuple([z.string(), z.uuid()])
type Key = z.infer<typeof Key>
const keyOf = ({ sort_key, user_id }: SubscriberRow): Key => [sort_key, user_id]
const ROWS_AT_ONCE = 1_000

const toSubscriber = (row: SubscriberRow): Subscriber => ({
  userId: row.user_id,
  name: row.name ?? '',
  email: row.email ?? '',
  tier: row.tier ?? 'basic',
  status: row.status ?? ('active' satisfies SubscriptionStatus),
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

/** Who is subscribed now. */
export const subscriberRoutes = ({ sql, clock, reading }: Parts): Pick<Handlers<typeof adminBusinessCalls, 'read-api'>, SubscriberCall> => {
  const page = ({ tier, sort, order }: Filter, after: Key | null, limit: number) => {
    const { column, type } = sortedBy[sort]
    const [direction, beyond] = order === 'asc' ? ['ASC', '>'] : ['DESC', '<']
    const key = sql.unsafe(column)
    const behind = after
      ? sql`AND (${key}, s.user_id) ${sql.unsafe(beyond)} (${after[0]}::text::${sql.unsafe(type)}, ${after[1]}::uuid)`
      : sql``
    return plannedAnew(
      sql,
      (tx) => tx<SubscriberRow[]>`
        SELECT s.*, (${key})::text AS sort_key, p.name, p.email
        FROM read.subscribers s LEFT JOIN read.student_people p ON p.user_id = s.user_id
        WHERE s.status IS NOT NULL ${tier === 'all' ? sql`` : sql`AND s.tier = ${tier}`} ${behind}
        ORDER BY ${key} ${sql.unsafe(direction)}, s.user_id ${sql.unsafe(direction)} LIMIT ${limit}`,
    )
  }

  async function* everySubscriber(filter: Filter): AsyncGenerator<Subscriber> {
    let after: Key | null = null
    for (;;) {
      const rows: readonly SubscriberRow[] = await page(filter, after, ROWS_AT_ONCE)
      yield* rows.map(toSubscriber)
      const last = rows.at(-1)
      if (rows.length < ROWS_AT_ONCE || !last) return
      after = keyOf(last)
    }
  }

  return {
    'GET /api/admin/subscribers': reading([figures, learning], async ({ query }) => {
      const rows = await page(query, sortKeyOf(query, Key), query.limit + 1)
      return pageOf(rows, query, { item: toSubscriber, sortKey: keyOf })
    }),
    'GET /api/admin/subscribers.csv': reading([figures, learning, audit], async ({ query, identity }) => {
      await checkExport(sql, { exportId: query.exportId, table: 'subscribers', userId: identity.userId, now: clock() })
      return { name: 'subscribers.csv', bytes: csvOf(csvColumns, everySubscriber(query)) }
    }),
  }
}

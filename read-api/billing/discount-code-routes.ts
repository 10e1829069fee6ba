import { conversionRate } from '@medicready/domain/billing/discount-rules'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { AdminDiscountCode, adminDiscountCodeReadCalls, DiscountCodeUse } from '@medicready/domain/contract/discount-codes'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { discountCodes } from '@medicready/projector/read-models/billing/discount-codes'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

const { tables } = discountCodes
type CodeRow = Omit<RowOf<typeof tables.discount_codes>, 'created_by' | 'updated_at' | 'changes'>
type UseRow = RowOf<typeof tables.discount_code_usage> &
  Joined<Pick<RowOf<typeof users.tables.users>, 'email' | 'first_name' | 'last_name'>>

/** The newest first, then by id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

/** The first moment that an earlier day does not show any more. */
const endOf = (day: CalendarDay): string => `${addDays(day, 1)}T00:00:00.000Z`

export const discountCodeRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof adminDiscountCodeReadCalls, 'read-api'> => ({
  'GET /api/admin/discount-codes': reading([discountCodes, figures], async ({ query }) => {
    const after = sortKeyOf(query, Key)
    const behind = after ? sql`WHERE (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
    const rows = await sql<CodeRow[]>`
      SELECT * FROM (${query.asOf === undefined ? codesNow(sql) : codesAsOf(sql, query.asOf)}) AS codes ${behind}
      ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toCode, sortKey: ({ created_at, id }) => [created_at, id] })
  }),

  'GET /api/admin/discount-codes/{code}/uses': reading([discountCodes, users], async ({ params, query }) => {
    const after = sortKeyOf(query, Key)
    const rows = await sql<UseRow[]>`
      SELECT g.*, u.email, u.first_name, u.last_name
      FROM read.discount_code_usage g LEFT JOIN read.users u ON u.id = g.user_id
      WHERE g.discount_code_id = (SELECT id FROM read.discount_codes WHERE code = ${params.code})
        ${query.asOf === undefined ? sql`` : sql`AND g.used_at < ${endOf(query.asOf)}`}
        ${after ? sql`AND (g.used_at, g.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      ORDER BY g.used_at DESC, g.id DESC LIMIT ${query.limit + 1}`
    if (rows.length === 0) await refuseUnknown(sql, params.code)
    return pageOf(rows, query, { item: toUse, sortKey: ({ used_at, id }) => [used_at, id] })
  }),
})

async function refuseUnknown(sql: Sql, code: string): Promise<void> {
  const [row] = await sql`SELECT FROM read.discount_code_versions WHERE code = ${code} LIMIT 1`
  if (!row) throw new Rejection('discountCodeNotFound')
}

const codesNow = (sql: Sql): Query => sql`SELECT * FROM read.discount_codes`

/** How each code stood at the end of a day: as it was last changed before, with the uses up to then. */
const codesAsOf = (sql: Sql, day: CalendarDay): Query => sql`
  SELECT v.*, v.discount_code_id AS id, held.held_count, c.stripe_coupon_id, uses.used_count, uses.savings
  FROM (
    SELECT DISTINCT ON (discount_code_id) * FROM read.discount_code_versions WHERE since < ${endOf(day)}
    ORDER BY discount_code_id, change DESC
  ) AS v
  LEFT JOIN read.discount_codes c ON c.id = v.discount_code_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS used_count, coalesce(sum(amount_saved), 0)::int AS savings FROM read.discount_code_usage
    WHERE discount_code_id = v.discount_code_id AND used_at < ${endOf(day)}
  ) AS uses
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::int AS held_count FROM read.figure_entries
    WHERE subject_id = v.discount_code_id AND figure = 'codeHolds' AND at < ${endOf(day)}
  ) AS held
  WHERE NOT v.is_deleted`

const toCode = (row: CodeRow): AdminDiscountCode => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  discountType: row.discount_type,
  discountValue: row.discount_value,
  grantsTier: row.grants_tier,
  usedCount: row.used_count,
  heldCount: row.held_count,
  maxUses: row.max_uses,
  expiresAt: row.expires_at,
  isActive: row.is_active,
  createdAt: row.created_at,
  stripeCouponId: row.stripe_coupon_id,
  savings: row.savings,
  conversionRate: conversionRate(row.used_count, row.max_uses),
})

const toUse = (row: UseRow): DiscountCodeUse => ({
  id: row.id,
  userId: row.user_id,
  name: [row.first_name, row.last_name].filter((part) => part !== null).join(' '),
  email: row.email ?? '',
  usedAt: row.used_at,
  kind: row.kind,
  tier: row.tier,
  months: row.months,
  subscriptionId: row.subscription_id,
  amountSaved: row.amount_saved,
})

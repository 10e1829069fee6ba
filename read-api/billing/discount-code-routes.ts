import { conversionRate } from '@medicready/domain/billing/discount-rules'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { AdminDiscountCode, adminDiscountCodeReadCalls, DiscountCodeUse } from '@medicready/domain/contract/billing/discount-codes'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  type CodeUse,
  codeExisted,
  type ListedCode,
  listedCodes,
  usesOfCode,
} from '@medicready/projector/read-models/billing/discount-code-queries'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

/** The newest first, then by id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

/** The end of the day that is asked for; null for now. */
const endOf = (day: CalendarDay | undefined): string | null => (day === undefined ? null : `${addDays(day, 1)}T00:00:00.000Z`)

export const discountCodeRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof adminDiscountCodeReadCalls, 'read-api'> => ({
  'GET /api/admin/discount-codes': reading([listedCodes], async ({ query }) => {
    const rows = await listedCodes(sql, { end: endOf(query.asOf), ...pageAfter(query, Key) })
    return pageOf(rows, query, { item: toCode, sortKey: ({ created_at, id }) => [created_at, id] })
  }),

  'GET /api/admin/discount-codes/{code}/uses': reading([usesOfCode, codeExisted], async ({ params, query }) => {
    const rows = await usesOfCode(sql, { code: params.code, end: endOf(query.asOf), ...pageAfter(query, Key) })
    if (rows.length === 0 && (await codeExisted(sql, params.code)).length === 0) throw new Rejection('discountCodeNotFound')
    return pageOf(rows, query, { item: toUse, sortKey: ({ used_at, id }) => [used_at, id] })
  }),
})

const toCode = (row: ListedCode): AdminDiscountCode => ({
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

const toUse = (row: CodeUse): DiscountCodeUse => ({
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

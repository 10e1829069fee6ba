import type { PaidTier } from '@medicready/domain/billing/tiers'
import type { adminPriceReadCalls } from '@medicready/domain/contract/admin-prices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { announcedPrices } from '@medicready/projector/read-models/billing/announced-prices'
import { subscriptions } from '@medicready/projector/read-models/billing/subscriptions'
import { type AnnouncedRow, announcedPrice } from '../billing/announced-price.ts'
import type { Reading } from '../reading.ts'

interface PriceRow extends AnnouncedRow {
  readonly tier: PaidTier
  readonly amount: number
  readonly currency: string
  readonly subscribers: number
  readonly at_other_price: number
}

export const adminPriceRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof adminPriceReadCalls, 'read-api'> => ({
  'GET /api/admin/prices': reading([announcedPrices, subscriptions], async () => {
    const rows = await sql<PriceRow[]>`
      SELECT p.tier, p.amount, p.currency, a.amount AS announced, a.holds_from,
        count(s.*)::int AS subscribers, (count(*) FILTER (WHERE s.monthly_amount <> p.amount))::int AS at_other_price
      FROM read.plan_prices p
        LEFT JOIN read.announced_prices a ON a.tier = p.tier
        LEFT JOIN read.subscription_plans s ON s.tier = p.tier AND s.ended IS NULL
      GROUP BY p.tier, p.amount, p.currency, a.amount, a.holds_from ORDER BY p.amount, p.tier`
    return rows.map(({ tier, amount, currency, subscribers, at_other_price, ...row }) => ({
      tier,
      amount,
      currency,
      announced: announcedPrice(row, amount),
      subscribers,
      atOtherPrice: at_other_price,
    }))
  }),
})

import { CURRENCY, dollars } from '@medicready/domain/billing/money'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import type { OfferedPrices, priceCalls } from '@medicready/domain/contract/prices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { announcedPrices } from '@medicready/projector/read-models/billing/announced-prices'
import { subscriptions } from '@medicready/projector/read-models/billing/subscriptions'
import type { Reading } from '../reading.ts'
import { type AnnouncedRow, announcedPrice } from './announced-price.ts'

interface PriceRow extends AnnouncedRow {
  readonly tier: PaidTier
  readonly amount: number | null
  readonly currency: string | null
}

/** What the plans cost, for everybody. */
export const priceRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof priceCalls, 'read-api'> => ({
  'GET /api/prices': reading([announcedPrices, subscriptions], async () => {
    const rows = await sql<PriceRow[]>`
      SELECT tier, p.amount, p.currency, a.amount AS announced, a.holds_from
      FROM read.plan_prices p FULL JOIN read.announced_prices a USING (tier)`
    const offered = (tier: PaidTier): OfferedPrices[PaidTier] => {
      const row = rows.find((each) => each.tier === tier)
      // Until the payment provider was first asked, plans are made there at the price of the list.
      const { amount, currency } = row?.amount != null ? { amount: row.amount, currency: row.currency ?? CURRENCY } : listed(tier)
      return { amount, currency, announced: row ? announcedPrice(row, amount) : null }
    }
    return { basic: offered('basic'), premium: offered('premium') }
  }),
})

const listed = (tier: PaidTier) => dollars(tiers[tier].monthlyPrice)

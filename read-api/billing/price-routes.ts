import { CURRENCY, dollars } from '@medicready/domain/billing/money'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import type { OfferedPrices, priceCalls } from '@medicready/domain/contract/billing/prices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { offeredPrices } from '@medicready/projector/read-models/billing/plan-queries'
import type { Reading } from '../reading.ts'
import { announcedPrice } from './announced-price.ts'

/** What the plans cost, for everybody. */
export const priceRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof priceCalls, 'read-api'> => ({
  'GET /api/prices': reading([offeredPrices], async () => {
    const rows = await offeredPrices(sql)
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

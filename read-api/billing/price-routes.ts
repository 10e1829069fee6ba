import { CURRENCY, dollars } from '@medicready/domain/billing/money'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import type { OfferedPrices, priceCalls } from '@medicready/domain/contract/billing/prices'
import { offeredPrices } from '@medicready/projector/read-models/billing/plan-queries'
import type { Routes } from '../parts.ts'
import { announcedPrice } from './announced-price.ts'

/** What the plans cost, for everybody. */
export const priceRoutes: Routes<typeof priceCalls> = ({ sql, reading }) => ({
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

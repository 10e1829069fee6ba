import type { adminPriceReadCalls } from '@medicready/domain/contract/billing/admin-prices'
import { pricesWithSubscribers } from '@medicready/projector/read-models/billing/plan-queries'
import { announcedPrice } from '../billing/announced-price.ts'
import type { Routes } from '../parts.ts'

export const adminPriceRoutes: Routes<typeof adminPriceReadCalls> = ({ sql, reading }) => ({
  'GET /api/admin/prices': reading([pricesWithSubscribers], async () => {
    const rows = await pricesWithSubscribers(sql)
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

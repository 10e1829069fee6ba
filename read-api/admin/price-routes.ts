import type { adminPriceReadCalls } from '@medicready/domain/contract/billing/admin-prices'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { pricesWithSubscribers } from '@medicready/projector/read-models/billing/plan-queries'
import { announcedPrice } from '../billing/announced-price.ts'
import type { Reading } from '../reading.ts'

export const adminPriceRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof adminPriceReadCalls, 'read-api'> => ({
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

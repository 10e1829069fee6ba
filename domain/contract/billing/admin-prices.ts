import { z } from 'zod'
import { PRICE_NOTICE_DAYS } from '../../billing/price-rules.ts'
import { paidTierNames } from '../../billing/tiers.ts'
import { runBusiness } from '../call/call.ts'
import { PriceChange } from './forms.ts'

/** Amounts are whole cents. */

const tier = z.enum(paidTierNames)

export const AdminPrice = z.object({
  tier,
  amount: z.int(),
  currency: z.string(),
  announced: z.object({ amount: z.int(), holdsFrom: z.iso.datetime() }).nullable(),
  subscribers: z.int(),
  /** Who still pay an older price. */
  atOtherPrice: z.int(),
})
export type AdminPrice = z.infer<typeof AdminPrice>

export const adminPriceCalls = {
  'GET /api/admin/prices': runBusiness.read({
    summary: 'The monthly prices, announced changes, and the subscribers they affect.',
    response: z.array(AdminPrice),
  }),
  'POST /api/admin/prices/{tier}': runBusiness.command({
    summary: `Announce a new price: for new subscriptions at once or from a day on (UTC), for those who have the plan ${PRICE_NOTICE_DAYS} days after they were told.`,
    params: z.object({ tier }),
    body: PriceChange,
    response: z.object({ tier, amount: z.int(), holdsFrom: z.iso.datetime() }),
    errors: ['priceDayOutOfRange', 'priceUnchanged', 'conflict'],
    example: { params: { tier: 'premium' }, body: { amount: 1_500, holdsFrom: undefined, reason: 'More questions than a year ago.' } },
  }),
} as const

import { z } from 'zod'
import { LEAST_PRICE, MOST_PRICE, PRICE_NOTICE_DAYS, PRICE_UNUSUAL } from '../../billing/price-rules.ts'
import { paidTierNames } from '../../billing/tiers.ts'
import { reason } from '../accounts/students.ts'
import { command, read } from '../call.ts'

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
  'GET /api/admin/prices': read({
    summary: 'The monthly prices, announced changes, and the subscribers they affect.',
    access: 'runBusiness',
    response: z.array(AdminPrice),
  }),
  'POST /api/admin/prices/{tier}': command({
    summary: `Announce a new price: for new subscriptions at once or from a day on (UTC), for those who have the plan ${PRICE_NOTICE_DAYS} days after they were told.`,
    access: 'runBusiness',
    params: z.object({ tier }),
    body: z.object({
      amount: z.int(PRICE_UNUSUAL).min(LEAST_PRICE, PRICE_UNUSUAL).max(MOST_PRICE, PRICE_UNUSUAL),
      holdsFrom: z.iso.date('Please enter a day, such as 2027-06-15.').optional(),
      reason,
    }),
    response: z.object({ tier, amount: z.int(), holdsFrom: z.iso.datetime() }),
    errors: ['priceDayOutOfRange', 'priceUnchanged', 'conflict'],
    example: { params: { tier: 'premium' }, body: { amount: 1_500, holdsFrom: undefined, reason: 'More questions than a year ago.' } },
  }),
} as const

import { z } from 'zod'
import { PRICE_NOTICE_DAYS } from '../../billing/price-rules.ts'
import { paidTierNames } from '../../billing/tiers.ts'
import { call } from '../call.ts'
import { PriceChange } from './forms.ts'

/** What a month of each plan costs, and how an administrator announces another price. Amounts are whole cents. */

const tier = z.enum(paidTierNames)

export const AdminPrice = z.object({
  tier,
  /** For new subscriptions. */
  amount: z.int(),
  currency: z.string(),
  /** What was announced and does not hold yet; null where nothing was. */
  announced: z.object({ amount: z.int(), holdsFrom: z.iso.datetime() }).nullable(),
  /** Who have the plan now: those who would be told. */
  subscribers: z.int(),
  /** How many of them still pay another price than new subscriptions do. */
  atOtherPrice: z.int(),
})
export type AdminPrice = z.infer<typeof AdminPrice>

export const adminPriceReadCalls = {
  'GET /api/admin/prices': call({
    summary: 'The monthly prices, announced changes, and the subscribers they affect.',
    access: 'runBusiness',
    service: 'read-api',
    response: z.array(AdminPrice),
    errors: [],
    example: {},
  }),
} as const

export const adminPriceCommandCalls = {
  'POST /api/admin/prices/{tier}': call({
    summary: `Announce a new price: for new subscriptions at once or from a day on (UTC), for those who have the plan ${PRICE_NOTICE_DAYS} days after they were told.`,
    access: 'runBusiness',
    service: 'command-api',
    params: z.object({ tier }),
    body: PriceChange,
    response: z.object({ tier, amount: z.int(), holdsFrom: z.iso.datetime() }),
    errors: ['priceDayOutOfRange', 'priceUnchanged', 'conflict'],
    example: { params: { tier: 'premium' }, body: { amount: 1_500, holdsFrom: undefined, reason: 'More questions than a year ago.' } },
  }),
} as const

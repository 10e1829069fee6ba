import { z } from 'zod'
import { disputedProducts, disputeOutcomes } from '../../billing/dispute.ts'
import { PRICE_NOTICE_DAYS, paidTierNames } from '../../billing/shown/tiers.ts'
import { ReasonOnly } from '../admin/forms.ts'
import { runBusiness } from '../call/call.ts'
import { existing } from '../call/examples.ts'
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

export const PaymentProblem = z.object({
  id: z.string(),
  /** `refund`: did not arrive; `refusal`: Stripe never makes it. */
  kind: z.enum(['refund', 'refusal', 'dispute']),
  product: z.enum(disputedProducts),
  userId: z.uuid(),
  name: z.string(),
  requestId: z.uuid().nullable(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  respondBy: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
  /** `mended`: paid back another way. */
  status: z.enum(['open', 'mended', ...disputeOutcomes]),
})
export type PaymentProblem = z.infer<typeof PaymentProblem>

export const paymentProblemCalls = {
  'GET /api/admin/payment-problems': runBusiness.read({
    summary: 'Failed refunds and disputes, latest first.',
    page: true,
    response: z.array(PaymentProblem),
  }),
  'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend': runBusiness.command({
    summary: 'Record that a failed refund was paid another way. Emails the student.',
    params: z.object({ id: z.uuid(), refundId: z.string().max(100) }),
    body: ReasonOnly,
    response: z.object({ refundId: z.string(), amount: z.int(), currency: z.string() }),
    errors: ['tutoringRequestNotFound', 'refundNotFailed', 'conflict'],
    example: { params: { id: existing.tutoringRequestId, refundId: 're_1' }, body: { reason: 'By check no. 17.' } },
  }),
} as const

import { z } from 'zod'
import { disputedProducts, disputeOutcomes } from '../../billing/dispute.ts'
import { ReasonOnly } from '../admin/forms.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'

/** What went wrong with money: refunds that did not arrive or were refused, and disputes. */

export const PaymentProblem = z.object({
  /** The payment provider's. */
  id: z.string(),
  /** `refund`: it did not arrive; `refusal`: Stripe never makes it. */
  kind: z.enum(['refund', 'refusal', 'dispute']),
  product: z.enum(disputedProducts),
  userId: z.uuid(),
  /** Empty once the person was erased. */
  name: z.string(),
  /** Of tutoring. */
  requestId: z.uuid().nullable(),
  amount: z.int(),
  currency: z.string(),
  /** Of a dispute, such as `fraudulent`; of a refusal, why. */
  reason: z.string().nullable(),
  respondBy: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
  /** `mended`: paid back another way; `closed`: nothing is left to do. */
  status: z.enum(['open', 'mended', ...disputeOutcomes]),
})
export type PaymentProblem = z.infer<typeof PaymentProblem>

export const paymentProblemReadCalls = {
  'GET /api/admin/payment-problems': call({
    summary: 'Failed refunds and disputes, latest first.',
    access: 'runBusiness',
    service: 'read-api',
    page: true,
    response: z.array(PaymentProblem),
    errors: [],
    example: {},
  }),
} as const

export const paymentProblemCommandCalls = {
  'POST /api/admin/tutoring-requests/{id}/refunds/{refundId}/mend': call({
    summary: 'Record that a failed refund was paid another way. Emails the student.',
    access: 'runBusiness',
    service: 'command-api',
    params: z.object({ id: z.uuid(), refundId: z.string().max(100) }),
    body: ReasonOnly,
    response: z.object({ refundId: z.string(), amount: z.int(), currency: z.string() }),
    errors: ['tutoringRequestNotFound', 'refundNotFailed', 'conflict'],
    example: { params: { id: existing.tutoringRequestId, refundId: 're_1' }, body: { reason: 'By check no. 17.' } },
  }),
} as const

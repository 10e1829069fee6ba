import { z } from 'zod'
import { CODE_MAX_LENGTH, codeRefusals } from '../../billing/discount-rules.ts'
import { paidTierNames, tierNames } from '../../billing/tiers.ts'
import { signedIn, visitor } from '../call/call.ts'

export const SubscriptionStatus = z.object({
  subscriptionTier: z.enum(tierNames),
  /** -1 means unlimited. */
  dailyLimit: z.int(),
  /** -1 means unlimited. */
  remainingQuestions: z.int(),
  canGenerateQuestions: z.boolean(),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

const Elsewhere = z.object({ url: z.url() })

const PlanAfter = z.object({
  subscriptionTier: z.enum(tierNames),
  endsAt: z.iso.datetime().nullable(),
  changesTo: z.enum(paidTierNames).nullable(),
})
export type PlanAfter = z.infer<typeof PlanAfter>

const chosenTier = z.enum(paidTierNames, 'Please choose Basic or Premium.')

export const billingCalls = {
  'POST /api/subscription/checkout': signedIn.command({
    summary:
      'Start the checkout of a plan, optionally with a code. Asking again answers the same open page. Another plan or code replaces it.',
    body: z.object({ tier: chosenTier, promoCode: z.string().trim().max(CODE_MAX_LENGTH).optional() }),
    response: Elsewhere,
    errors: ['planExists', ...codeRefusals, 'discountCodeNeedsNoCheckout', 'tooManyRequests', 'conflict'],
    example: { body: { tier: 'premium', promoCode: '' } },
  }),
  'POST /api/subscription/portal': signedIn.command({
    summary: "Open the payment provider's pages for card, invoices, and plan.",
    response: Elsewhere,
    errors: ['neverPaid'],
  }),
  'POST /api/subscription/cancel': signedIn.command({
    summary: 'Cancel the plan at the end of the paid period.',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
  }),
  'POST /api/subscription/resume': signedIn.command({
    summary: 'Resume a cancelled plan.',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
  }),
  'POST /api/subscription/change': signedIn.command({
    summary: 'Change the plan. A larger plan starts at once, prorated. A smaller plan starts with the next period. Free cancels the plan.',
    body: z.object({ tier: z.enum(tierNames, 'Please choose a plan.') }),
    response: PlanAfter,
    errors: ['noPlan', 'alreadyFree', 'paymentRefused', 'paymentOverdue', 'conflict'],
    example: { body: { tier: 'basic' } },
  }),
  'POST /api/subscription/money-back': signedIn.command({
    summary: 'Refund the first payment within 14 days, once per person. The plan ends at once.',
    response: PlanAfter.extend({
      refund: z.object({
        amount: z.int(),
        currency: z.string(),
        /** The payment is disputed, so an administrator handles the refund. */
        isDelayed: z.boolean(),
      }),
    }),
    errors: ['noPlan', 'moneyBackOver', 'moneyBackUsed', 'nothingToRefund', 'conflict'],
  }),
  'POST /api/stripe/webhook': visitor.command({
    summary: 'Webhook for events of the payment provider. Each event counts once.',
    rawBody: true,
    isSigned: true,
    response: z.object({ received: z.literal(true) }),
    errors: ['signatureInvalid', 'conflict'],
  }),
  'GET /api/subscription/status': signedIn.read({
    summary: "The caller's tier and what is left of today's limit.",
    response: SubscriptionStatus,
  }),
} as const

import { z } from 'zod'
import { CODE_MAX_LENGTH } from '../../billing/discount-rules.ts'
import { paidTierNames, tierNames } from '../../billing/tiers.ts'
import { command, read } from '../call/call.ts'

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
  'POST /api/subscription/checkout': command({
    summary:
      'Start the checkout of a plan, optionally with a code. Asking again answers the same open page. Another plan or code replaces it.',
    access: 'signedIn',
    body: z.object({ tier: chosenTier, promoCode: z.string().trim().max(CODE_MAX_LENGTH).optional() }),
    response: Elsewhere,
    errors: [
      'planExists',
      'discountCodeInvalid',
      'discountCodeUsed',
      'discountCodeInactive',
      'discountCodeExpired',
      'discountCodeUsedUp',
      'discountCodeNeedsNoCheckout',
      'tooManyRequests',
      'conflict',
    ],
    example: { body: { tier: 'premium', promoCode: '' } },
  }),
  'POST /api/subscription/portal': command({
    summary: "Open the payment provider's pages for card, invoices, and plan.",
    access: 'signedIn',
    response: Elsewhere,
    errors: ['neverPaid'],
  }),
  'POST /api/subscription/cancel': command({
    summary: 'Cancel the plan at the end of the paid period.',
    access: 'signedIn',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
  }),
  'POST /api/subscription/resume': command({
    summary: 'Resume a cancelled plan.',
    access: 'signedIn',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
  }),
  'POST /api/subscription/change': command({
    summary: 'Change the plan. A larger plan starts at once, prorated. A smaller plan starts with the next period. Free cancels the plan.',
    access: 'signedIn',
    body: z.object({ tier: z.enum(tierNames, 'Please choose a plan.') }),
    response: PlanAfter,
    errors: ['noPlan', 'alreadyFree', 'paymentRefused', 'paymentOverdue', 'conflict'],
    example: { body: { tier: 'basic' } },
  }),
  'POST /api/subscription/money-back': command({
    summary: 'Refund the first payment within 14 days, once per person. The plan ends at once.',
    access: 'signedIn',
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
  'POST /api/stripe/webhook': command({
    summary: 'Webhook for events of the payment provider. Each event counts once.',
    access: 'visitor',
    rawBody: true,
    isSigned: true,
    response: z.object({ received: z.literal(true) }),
    errors: ['signatureInvalid', 'conflict'],
  }),
  'GET /api/subscription/status': read({
    summary: "The caller's tier and what is left of today's limit.",
    access: 'signedIn',
    response: SubscriptionStatus,
  }),
} as const

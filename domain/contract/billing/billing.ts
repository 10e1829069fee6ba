import { z } from 'zod'
import { CODE_MAX_LENGTH } from '../../billing/discount-rules.ts'
import { paidTierNames, tierNames } from '../../billing/tiers.ts'
import { call } from '../call.ts'

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

export const billingCommandCalls = {
  'POST /api/subscription/checkout': call({
    summary:
      'Start the checkout of a plan, optionally with a code. Asking again answers the same open page. Another plan or code replaces it.',
    access: 'signedIn',
    service: 'command-api',
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
  'POST /api/subscription/portal': call({
    summary: "Open the payment provider's pages for card, invoices, and plan.",
    access: 'signedIn',
    service: 'command-api',
    response: Elsewhere,
    errors: ['neverPaid'],
    example: {},
  }),
  'POST /api/subscription/cancel': call({
    summary: 'Cancel the plan at the end of the paid period.',
    access: 'signedIn',
    service: 'command-api',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
    example: {},
  }),
  'POST /api/subscription/resume': call({
    summary: 'Resume a cancelled plan.',
    access: 'signedIn',
    service: 'command-api',
    response: PlanAfter,
    errors: ['noPlan', 'conflict'],
    example: {},
  }),
  'POST /api/subscription/change': call({
    summary: 'Change the plan. A larger plan starts at once, prorated. A smaller plan starts with the next period. Free cancels the plan.',
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ tier: z.enum(tierNames, 'Please choose a plan.') }),
    response: PlanAfter,
    errors: ['noPlan', 'alreadyFree', 'paymentRefused', 'paymentOverdue', 'conflict'],
    example: { body: { tier: 'basic' } },
  }),
  'POST /api/subscription/money-back': call({
    summary: 'Refund the first payment within 14 days, once per person. The plan ends at once.',
    access: 'signedIn',
    service: 'command-api',
    response: PlanAfter.extend({
      refund: z.object({
        amount: z.int(),
        currency: z.string(),
        /** The payment is disputed, so an administrator handles the refund. */
        isDelayed: z.boolean(),
      }),
    }),
    errors: ['noPlan', 'moneyBackOver', 'moneyBackUsed', 'nothingToRefund', 'conflict'],
    example: {},
  }),
  'POST /api/stripe/webhook': call({
    summary: 'Webhook for events of the payment provider. Each event counts once.',
    access: 'visitor',
    service: 'command-api',
    rawBody: true,
    isSigned: true,
    response: z.object({ received: z.literal(true) }),
    errors: ['signatureInvalid', 'conflict'],
    example: {},
  }),
} as const

export const billingCalls = {
  'GET /api/subscription/status': call({
    summary: "The caller's tier and what is left of today's limit.",
    access: 'signedIn',
    service: 'read-api',
    response: SubscriptionStatus,
    errors: [],
    example: {},
  }),
} as const

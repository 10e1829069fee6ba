import { z } from 'zod'
import { CODE_MAX_LENGTH, codeRefusals } from '../../billing/shown/discount-rules.ts'
import { paidTierNames, tierNames } from '../../billing/shown/tiers.ts'
import { signedIn, visitor } from '../call/call.ts'

export const SubscriptionStatus = z.object({
  subscriptionTier: z.enum(tierNames),
  /** -1 means unlimited. */
  dailyLimit: z.int(),
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

const Offered = z.object({
  /** Cents per month, before codes and taxes, for new subscriptions. */
  amount: z.int(),
  currency: z.string(),
  announced: z.object({ amount: z.int(), holdsFrom: z.iso.datetime() }).nullable(),
})

export const OfferedPrices = z.object({ basic: Offered, premium: Offered })
export type OfferedPrices = z.infer<typeof OfferedPrices>

export const priceCalls = {
  'GET /api/prices': visitor.read({
    summary: 'The monthly price of each paid plan and announced changes.',
    response: OfferedPrices,
  }),
} as const

/** Whole cents. */
const Money = z.object({ amount: z.int(), currency: z.string() })

export const subscriptionStates = [
  'free',
  'active',
  /** Paid for, and ends with the period. */
  'cancelling',
  /** A renewal could not be charged; the tier stays for some days. */
  'past_due',
  'free_period',
  /** Given by an administrator, without payment or end. */
  'granted',
] as const
export type SubscriptionStateName = (typeof subscriptionStates)[number]

export const planActions = ['checkout', 'change', 'cancel', 'resume', 'moneyBack', 'portal'] as const
export type PlanAction = (typeof planActions)[number]

export const Subscription = z.object({
  tier: z.enum(tierNames),
  state: z.enum(subscriptionStates),
  /** A higher tier may be granted on top. */
  paidTier: z.enum(paidTierNames).nullable(),
  /** Per month, before codes and taxes. */
  price: Money.nullable(),
  periodStartsAt: z.iso.datetime().nullable(),
  periodEndsAt: z.iso.datetime().nullable(),
  nextBill: Money.extend({ at: z.iso.datetime() }).nullable(),
  scheduledChange: z.object({ tier: z.enum(paidTierNames), at: z.iso.datetime() }).nullable(),
  pastDue: Money.extend({ since: z.iso.datetime(), tierEndsAt: z.iso.datetime() }).nullable(),
  moneyBack: Money.extend({ until: z.iso.datetime() }).nullable(),
  may: z.array(z.enum(planActions)),
  prices: z.object({ basic: Money, premium: Money }),
  /** `completed` once its payment has arrived here. */
  checkout: z
    .object({
      checkoutId: z.uuid(),
      sessionId: z.string().nullable(),
      tier: z.enum(paidTierNames),
      state: z.enum(['open', 'completed', 'expired', 'failed', 'replaced']),
    })
    .nullable(),
})
export type Subscription = z.infer<typeof Subscription>

/** `unpaid`: open, and no longer collected. */
export const invoiceStatuses = ['paid', 'open', 'unpaid', 'partly_refunded', 'refunded'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  currency: z.string(),
  /** Charged cents, including taxes and after discounts. */
  amount: z.int(),
  tax: z.int(),
  discount: z.int(),
  refunded: z.int(),
  at: z.iso.datetime(),
  hostedUrl: z.url().nullable(),
  pdfUrl: z.url().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const subscriptionCalls = {
  'GET /api/subscription': signedIn.read({
    summary: "The caller's plan: its state, price, pending changes, and available actions.",
    response: Subscription,
  }),
  'GET /api/subscription/invoices': signedIn.read({
    summary: "The caller's invoices, newest first.",
    page: true,
    response: z.array(Invoice),
  }),
} as const

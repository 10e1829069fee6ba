import { z } from 'zod'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { refundRefusals } from './money.ts'
import { paidTierNames, tierNames } from './tiers.ts'

// `subscription-<userId>`: the billing life of one account, in cents; of the provider's personal data, only ids.

const ofLearner = { userId: z.uuid() }
const ofPlan = { ...ofLearner, /** The provider's. */ subscriptionId: z.string() }
const paidTier = z.enum(paidTierNames)
const instant = z.iso.datetime()
const cents = z.int()
const currency = z.string().regex(/^[a-z]{3}$/)
const ofCheckout = { ...ofLearner, checkoutId: z.uuid() }

export const tierCauses = ['granted', 'purchased', 'upgraded', 'downgraded', 'code', 'unpaid', 'ended', 'refunded'] as const
export type TierCause = (typeof tierCauses)[number]

const invoiceLine = z.object({
  tier: paidTier.nullable(),
  /** Before discounts and tax; negative for a refunded part of a period. */
  amount: cents,
  discount: cents,
  tax: cents,
  isProration: z.boolean(),
  periodStart: instant,
  periodEnd: instant,
})
const taxLine = z.object({
  amount: cents,
  taxableAmount: cents.nullable(),
  isInclusive: z.boolean(),
  /** In the payment provider's terms, such as `standard_rated`. */
  reason: z.string(),
})

const ofRefund = {
  ...ofLearner,
  refundId: z.string(),
  invoiceId: z.string(),
  amount: cents,
  currency,
  tier: paidTier.nullable(),
}

export const subscriptionEvents = defineEvents({
  CustomerMade: eventWith({ ...ofLearner, customerId: z.string() }),
  CustomerDeleted: eventWith({ ...ofLearner, customerId: z.string() }),
  /** Everything sent to the payment provider follows from this fact. */
  CheckoutStarted: eventWith({
    ...ofCheckout,
    tier: paidTier,
    priceId: z.string(),
    /** A month, before discounts. */
    amount: cents,
    currency,
    /** The code whose use is held for this checkout. */
    code: z.object({ code: z.string(), promotionCodeId: z.string() }).nullable(),
    expiresAt: instant,
  }),
  CheckoutOpened: eventWith({ ...ofCheckout, /** The provider's. */ sessionId: z.string() }),
  CheckoutEnded: eventWith({
    ...ofCheckout,
    outcome: z.enum(['completed', 'expired', 'failed', 'replaced']),
  }),
  SubscriptionActivated: eventWith({
    ...ofPlan,
    /** Null if no checkout of ours started it. */
    checkoutId: z.uuid().nullable(),
    code: z.string().nullable(),
    tier: paidTier,
    /** A month, before discounts and tax. */
    monthlyAmount: cents,
    currency,
    activatedAt: instant,
    periodStart: instant,
    periodEnd: instant,
  }),
  TierChanged: eventWith(
    {
      ...ofLearner,
      from: z.enum(tierNames),
      to: z.enum(tierNames),
      cause: z.enum(tierCauses),
      reason: z.string().nullable(),
    },
    { personal: { subject: 'userId', fields: ['reason'] }, upcasters: [(first) => ({ ...first, reason: null })] },
  ),
  PlanChangeScheduled: eventWith({ ...ofPlan, from: paidTier, to: paidTier, at: instant }),
  PlanChangeWithdrawn: eventWith({ ...ofPlan, from: paidTier, to: paidTier }),
  InvoicePaid: eventWith(
    {
      ...ofPlan,
      invoiceId: z.string(),
      number: z.string().nullable(),
      /** `first` of a subscription, `renewal` for a further period, `change` of the plan within one. */
      kind: z.enum(['first', 'renewal', 'change', 'other']),
      tier: paidTier,
      /** Including tax. */
      amount: cents,
      currency,
      /** Before discounts. */
      subtotal: cents,
      discount: cents,
      code: z.string().nullable(),
      tax: cents,
      taxes: z.array(taxLine),
      lines: z.array(invoiceLine),
      periodStart: instant,
      periodEnd: instant,
      /** Before discounts and tax, before and after this payment; equal if it is reported after a newer one. */
      previousMonthlyAmount: cents,
      monthlyAmount: cents,
      invoicedAt: instant,
      paidAt: instant,
      /** Null when nothing was due. */
      paymentId: z.string().nullable(),
      /** The link works without signing in. */
      hostedUrl: z.string().nullable(),
      pdfUrl: z.string().nullable(),
    },
    { personal: { subject: 'userId', fields: ['hostedUrl', 'pdfUrl'] } },
  ),
  PaymentFailed: eventWith({
    ...ofPlan,
    invoiceId: z.string(),
    tier: paidTier,
    amount: cents,
    currency,
    attempt: z.int(),
    /** The first failed attempt; the grace period starts here. */
    since: instant,
    graceUntil: instant,
  }),
  InvoiceVoided: eventWith({ ...ofPlan, invoiceId: z.string(), tier: paidTier, amount: cents, currency }),
  PaymentReminded: eventWith({
    ...ofPlan,
    invoiceId: z.string(),
    tier: paidTier,
    day: z.int(),
    amount: cents,
    currency,
    graceUntil: instant,
  }),
  CancellationScheduled: eventWith({ ...ofPlan, tier: paidTier, endsAt: instant }),
  CancellationWithdrawn: eventWith({ ...ofPlan, tier: paidTier }),
  SubscriptionEnded: eventWith({
    ...ofPlan,
    cause: z.enum(['cancelled', 'unpaid', 'refunded', 'erased']),
    /** Null if nothing of it was ever paid. */
    tier: paidTier.nullable(),
    previousMonthlyAmount: cents,
    currency,
    endedAt: instant,
  }),
  MoneyBackClaimed: eventWith({
    ...ofPlan,
    amount: cents,
    currency,
    payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })),
  }),
  /** The payment provider can never refund it; an administrator must resolve it. */
  MoneyBackRefused: eventWith({
    ...ofPlan,
    tier: paidTier,
    amount: cents,
    currency,
    payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })),
    refusal: z.enum(refundRefusals),
    at: instant,
  }),
  RefundIssued: eventWith({ ...ofRefund, cause: z.enum(['moneyBack', 'other']), issuedAt: instant }),
  /** The refund failed and the money stays with us. */
  RefundFailed: eventWith({ ...ofRefund, failedAt: instant }),
  FreePeriodGranted: eventWith({
    ...ofLearner,
    tier: paidTier,
    months: z.int().min(1),
    code: z.string(),
    from: instant,
    until: instant,
  }),
  FreePeriodEnded: eventWith({ ...ofLearner, tier: paidTier, until: instant }),
  PriceChangeTold: eventWith({
    ...ofPlan,
    tier: paidTier,
    priceId: z.string(),
    formerAmount: cents,
    amount: cents,
    currency,
    /** Applies to the first period that begins after this. */
    holdsFrom: instant,
  }),
  PriceChangeApplied: eventWith({ ...ofPlan, priceId: z.string() }),
})
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>
export type SubscriptionFact<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>

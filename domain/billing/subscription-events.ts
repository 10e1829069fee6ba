import { z } from 'zod'
import { defineEvent, type EventOf } from '../core/event.ts'
import { refundRefusals } from './refund-refusal.ts'
import { paidTierNames, tierNames } from './tiers.ts'

// `subscription-<userId>`: the billing life of one account. Amounts are cents. Of the payment provider's personal data,
// only ids are stored.

const ofLearner = { userId: z.uuid() }
const ofPlan = { ...ofLearner, /** The provider's. */ subscriptionId: z.string() }
const paidTier = z.enum(paidTierNames)
const instant = z.iso.datetime()
const cents = z.int()
const currency = z.string().regex(/^[a-z]{3}$/)

export const CustomerMade = defineEvent('CustomerMade', { ...ofLearner, customerId: z.string() })
export const CustomerDeleted = defineEvent('CustomerDeleted', { ...ofLearner, customerId: z.string() })

const ofCheckout = { ...ofLearner, checkoutId: z.uuid() }
/** Everything sent to the payment provider follows from this fact. */
export const CheckoutStarted = defineEvent('CheckoutStarted', {
  ...ofCheckout,
  tier: paidTier,
  priceId: z.string(),
  /** A month, before discounts. */
  amount: cents,
  currency,
  /** The code whose use is held for this checkout. */
  code: z.object({ code: z.string(), promotionCodeId: z.string() }).nullable(),
  expiresAt: instant,
})
export const CheckoutOpened = defineEvent('CheckoutOpened', { ...ofCheckout, /** The provider's. */ sessionId: z.string() })
export const CheckoutEnded = defineEvent('CheckoutEnded', {
  ...ofCheckout,
  outcome: z.enum(['completed', 'expired', 'failed', 'replaced']),
})

export const SubscriptionActivated = defineEvent('SubscriptionActivated', {
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
})

export const tierCauses = ['granted', 'purchased', 'upgraded', 'downgraded', 'code', 'unpaid', 'ended', 'refunded'] as const
export type TierCause = (typeof tierCauses)[number]

export const TierChanged = defineEvent(
  'TierChanged',
  {
    ...ofLearner,
    from: z.enum(tierNames),
    to: z.enum(tierNames),
    cause: z.enum(tierCauses),
    reason: z.string().nullable(),
  },
  { personal: { subject: 'userId', fields: ['reason'] }, upcasters: [(first) => ({ ...first, reason: null })] },
)

export const PlanChangeScheduled = defineEvent('PlanChangeScheduled', { ...ofPlan, from: paidTier, to: paidTier, at: instant })
export const PlanChangeWithdrawn = defineEvent('PlanChangeWithdrawn', { ...ofPlan, from: paidTier, to: paidTier })

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

export const InvoicePaid = defineEvent(
  'InvoicePaid',
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
    /**
     * Monthly price before discounts and tax, before and after this payment. Both are equal for a payment reported
     * after a newer one.
     */
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
)

export const PaymentFailed = defineEvent('PaymentFailed', {
  ...ofPlan,
  invoiceId: z.string(),
  tier: paidTier,
  amount: cents,
  currency,
  attempt: z.int(),
  /** The first failed attempt; the grace period starts here. */
  since: instant,
  graceUntil: instant,
})
export const InvoiceVoided = defineEvent('InvoiceVoided', { ...ofPlan, invoiceId: z.string(), tier: paidTier, amount: cents, currency })
export const PaymentReminded = defineEvent('PaymentReminded', {
  ...ofPlan,
  invoiceId: z.string(),
  tier: paidTier,
  day: z.int(),
  amount: cents,
  currency,
  graceUntil: instant,
})

export const CancellationScheduled = defineEvent('CancellationScheduled', { ...ofPlan, tier: paidTier, endsAt: instant })
export const CancellationWithdrawn = defineEvent('CancellationWithdrawn', { ...ofPlan, tier: paidTier })

export const SubscriptionEnded = defineEvent('SubscriptionEnded', {
  ...ofPlan,
  cause: z.enum(['cancelled', 'unpaid', 'refunded', 'erased']),
  /** Null if nothing of it was ever paid. */
  tier: paidTier.nullable(),
  previousMonthlyAmount: cents,
  currency,
  endedAt: instant,
})

export const MoneyBackClaimed = defineEvent('MoneyBackClaimed', {
  ...ofPlan,
  amount: cents,
  currency,
  payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })),
})

/** The payment provider can never refund it; an administrator must resolve it. */
export const MoneyBackRefused = defineEvent('MoneyBackRefused', {
  ...ofPlan,
  tier: paidTier,
  amount: cents,
  currency,
  payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })),
  refusal: z.enum(refundRefusals),
  at: instant,
})

const ofRefund = {
  ...ofLearner,
  refundId: z.string(),
  invoiceId: z.string(),
  amount: cents,
  currency,
  tier: paidTier.nullable(),
}
export const RefundIssued = defineEvent('RefundIssued', { ...ofRefund, cause: z.enum(['moneyBack', 'other']), issuedAt: instant })
/** The refund failed and the money stays with us. */
export const RefundFailed = defineEvent('RefundFailed', { ...ofRefund, failedAt: instant })

export const FreePeriodGranted = defineEvent('FreePeriodGranted', {
  ...ofLearner,
  tier: paidTier,
  months: z.int().min(1),
  code: z.string(),
  from: instant,
  until: instant,
})
export const FreePeriodEnded = defineEvent('FreePeriodEnded', { ...ofLearner, tier: paidTier, until: instant })

export const PriceChangeTold = defineEvent('PriceChangeTold', {
  ...ofPlan,
  tier: paidTier,
  priceId: z.string(),
  formerAmount: cents,
  amount: cents,
  currency,
  /** Applies to the first period that begins after this. */
  holdsFrom: instant,
})
export const PriceChangeApplied = defineEvent('PriceChangeApplied', { ...ofPlan, priceId: z.string() })

export const subscriptionEvents = [
  CustomerMade,
  CustomerDeleted,
  CheckoutStarted,
  CheckoutOpened,
  CheckoutEnded,
  SubscriptionActivated,
  TierChanged,
  PlanChangeScheduled,
  PlanChangeWithdrawn,
  InvoicePaid,
  PaymentFailed,
  InvoiceVoided,
  PaymentReminded,
  CancellationScheduled,
  CancellationWithdrawn,
  SubscriptionEnded,
  MoneyBackClaimed,
  MoneyBackRefused,
  RefundIssued,
  RefundFailed,
  FreePeriodGranted,
  FreePeriodEnded,
  PriceChangeTold,
  PriceChangeApplied,
] as const
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>
export type SubscriptionFact<Type extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: Type }>

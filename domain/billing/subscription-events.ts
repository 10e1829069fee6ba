import { z } from 'zod'
import { defineEvent, type EventOf } from '../event.ts'
import { refundRefusals } from './refund-refusal.ts'
import { paidTierNames, tierNames } from './tiers.ts'

/**
 * `subscription-<userId>`: the whole billing life of one account. Amounts are whole cents. Each fact has every number
 * that a figure needs; none has personal data of the payment provider's but its ids.
 */

const ofLearner = { userId: z.uuid() }
const ofPlan = { ...ofLearner, /** The provider's. */ subscriptionId: z.string() }
const paidTier = z.enum(paidTierNames)
const instant = z.iso.datetime()
const cents = z.int()
const currency = z.string().regex(/^[a-z]{3}$/)

/** The payment provider knows the learner under this id. */
export const CustomerMade = defineEvent('CustomerMade', { ...ofLearner, customerId: z.string() })
/** The account was erased: the payment provider has forgotten whose payments they were. */
export const CustomerDeleted = defineEvent('CustomerDeleted', { ...ofLearner, customerId: z.string() })

const ofCheckout = { ...ofLearner, checkoutId: z.uuid() }
/** The learner goes to pay. All that the payment provider is asked for follows from this fact. */
export const CheckoutStarted = defineEvent('CheckoutStarted', {
  ...ofCheckout,
  tier: paidTier,
  priceId: z.string(),
  /** A month, before discounts. */
  amount: cents,
  currency,
  /** Of which a use is held for this checkout, and what the payment provider calls it; null without a code. */
  code: z.object({ code: z.string(), promotionCodeId: z.string() }).nullable(),
  /** Until when it can be paid. */
  expiresAt: instant,
})
export const CheckoutOpened = defineEvent('CheckoutOpened', { ...ofCheckout, /** The provider's. */ sessionId: z.string() })
export const CheckoutEnded = defineEvent('CheckoutEnded', {
  ...ofCheckout,
  outcome: z.enum(['completed', 'expired', 'failed', 'replaced']),
})

/** The first payment of a subscription came in. */
export const SubscriptionActivated = defineEvent('SubscriptionActivated', {
  ...ofPlan,
  /** The checkout that it came of, and its code; null where it came of none. */
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

/** Why an account has another tier than before. */
export const tierCauses = ['granted', 'purchased', 'upgraded', 'downgraded', 'code', 'unpaid', 'ended', 'refunded'] as const
export type TierCause = (typeof tierCauses)[number]

export const TierChanged = defineEvent(
  'TierChanged',
  {
    ...ofLearner,
    from: z.enum(tierNames),
    to: z.enum(tierNames),
    cause: z.enum(tierCauses),
    /** In the words of the administrator who granted it; null if none was needed. */
    reason: z.string().nullable(),
  },
  { personal: { subject: 'userId', fields: ['reason'] }, upcasters: [(first) => ({ ...first, reason: null })] },
)

/** A smaller plan begins with the first payment after this period. */
export const PlanChangeScheduled = defineEvent('PlanChangeScheduled', { ...ofPlan, from: paidTier, to: paidTier, at: instant })
export const PlanChangeWithdrawn = defineEvent('PlanChangeWithdrawn', { ...ofPlan, from: paidTier, to: paidTier })

/** What is paid for by a line of an invoice. */
const invoiceLine = z.object({
  /** Null where it is about no plan of ours. */
  tier: paidTier.nullable(),
  /** Before discounts and tax; below 0 where a part of a period that was paid for is given back. */
  amount: cents,
  discount: cents,
  tax: cents,
  /** For a part of a period, since the plan was changed in it. */
  isProration: z.boolean(),
  periodStart: instant,
  periodEnd: instant,
})
const taxLine = z.object({
  amount: cents,
  /** Null where the payment provider does not say. */
  taxableAmount: cents.nullable(),
  isInclusive: z.boolean(),
  /** The provider's word for how it came about, such as `standard_rated`. */
  reason: z.string(),
})

/** Money came in; nothing of it where a discount was for all. */
export const InvoicePaid = defineEvent(
  'InvoicePaid',
  {
    ...ofPlan,
    invoiceId: z.string(),
    /** As it stands on the invoice. */
    number: z.string().nullable(),
    /** `first` of a subscription, `renewal` for a further period, `change` of the plan within one. */
    kind: z.enum(['first', 'renewal', 'change', 'other']),
    tier: paidTier,
    /** What was paid, tax included. */
    amount: cents,
    currency,
    /** Of the lines, before discounts. */
    subtotal: cents,
    discount: cents,
    /** The code behind the discount. */
    code: z.string().nullable(),
    tax: cents,
    taxes: z.array(taxLine),
    lines: z.array(invoiceLine),
    periodStart: instant,
    periodEnd: instant,
    /**
     * A month of the plan before discounts and tax, before this payment and after it: 0 before the first one. Both are
     * the same in a payment that is heard of late, after a newer one.
     */
    previousMonthlyAmount: cents,
    monthlyAmount: cents,
    invoicedAt: instant,
    paidAt: instant,
    /** Null where there was nothing to pay. */
    paymentId: z.string().nullable(),
    /** The invoice at the payment provider. The address needs no sign-in. */
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
  /** Counted from 1. */
  attempt: z.int(),
  /** Of the invoice's first attempt: the days of grace are counted from here. */
  since: instant,
  graceUntil: instant,
})
/** An invoice that was open is not asked for any more. */
export const InvoiceVoided = defineEvent('InvoiceVoided', { ...ofPlan, invoiceId: z.string(), tier: paidTier, amount: cents, currency })
/** A mail says that a payment failed, on this day of the grace. */
export const PaymentReminded = defineEvent('PaymentReminded', {
  ...ofPlan,
  invoiceId: z.string(),
  tier: paidTier,
  day: z.int(),
  amount: cents,
  currency,
  graceUntil: instant,
})

/** The subscription ends with the period that is paid for, unless that is withdrawn. */
export const CancellationScheduled = defineEvent('CancellationScheduled', { ...ofPlan, tier: paidTier, endsAt: instant })
export const CancellationWithdrawn = defineEvent('CancellationWithdrawn', { ...ofPlan, tier: paidTier })

export const SubscriptionEnded = defineEvent('SubscriptionEnded', {
  ...ofPlan,
  cause: z.enum(['cancelled', 'unpaid', 'refunded', 'erased']),
  /** Null where it ended before anything of it was paid. */
  tier: paidTier.nullable(),
  /** Of a month of the plan; 0 from now on. */
  previousMonthlyAmount: cents,
  currency,
  endedAt: instant,
})

/** The learner wants back what was paid, within the guarantee, once. */
export const MoneyBackClaimed = defineEvent('MoneyBackClaimed', {
  ...ofPlan,
  amount: cents,
  currency,
  payments: z.array(z.object({ invoiceId: z.string(), paymentId: z.string(), amount: cents })),
})

/** The payment provider never pays back what was claimed, so that an administrator sees to it. */
export const MoneyBackRefused = defineEvent('MoneyBackRefused', {
  ...ofPlan,
  tier: paidTier,
  /** Of the payments that do not go back. */
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
  /** Of the plan that was paid for; null where that payment is not known. */
  tier: paidTier.nullable(),
}
/** Money goes back. */
export const RefundIssued = defineEvent('RefundIssued', { ...ofRefund, cause: z.enum(['moneyBack', 'other']), issuedAt: instant })
/** It did not get there, and stays with us. */
export const RefundFailed = defineEvent('RefundFailed', { ...ofRefund, failedAt: instant })

/** A tier by a code, without payment, up to a day. */
export const FreePeriodGranted = defineEvent('FreePeriodGranted', {
  ...ofLearner,
  tier: paidTier,
  months: z.int().min(1),
  code: z.string(),
  from: instant,
  until: instant,
})
export const FreePeriodEnded = defineEvent('FreePeriodEnded', { ...ofLearner, tier: paidTier, until: instant })

/** A mail says that the plan will cost something else. */
export const PriceChangeTold = defineEvent('PriceChangeTold', {
  ...ofPlan,
  tier: paidTier,
  priceId: z.string(),
  formerAmount: cents,
  amount: cents,
  currency,
  /** The first period that begins after this costs it. */
  holdsFrom: instant,
})
/** The next period costs what was told of. */
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

import type { SubscriptionFact } from './subscription-events.ts'
import type { PaidTier } from './tiers.ts'

/** What the payment provider has of something at one moment, in our words: ids, states, cents and times alone. */

type Paid = SubscriptionFact<'InvoicePaid'>['data']

export interface InvoiceSnapshot
  extends Pick<
    Paid,
    | 'invoiceId'
    | 'number'
    | 'currency'
    | 'subtotal'
    | 'discount'
    | 'tax'
    | 'taxes'
    | 'lines'
    | 'invoicedAt'
    | 'paymentId'
    | 'hostedUrl'
    | 'pdfUrl'
  > {
  readonly kind: Paid['kind']
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** The plan that it is for, with what a month costs and the period; null where it is for none of ours. */
  readonly plan: {
    readonly tier: PaidTier
    readonly monthlyAmount: number
    readonly periodStart: string
    readonly periodEnd: string
  } | null
  readonly amountPaid: number
  readonly amountDue: number
  readonly attempts: number
  /** When it was asked for first. */
  readonly since: string
  readonly paidAt: string | null
}

export interface SubscriptionSnapshot {
  readonly subscriptionId: string
  readonly customerId: string
  /** Null if it belongs to no account. */
  readonly userId: string | null
  readonly checkoutId: string | null
  readonly code: string | null
  readonly hasEnded: boolean
  readonly endedAt: string | null
  /** When it ends, where that was asked for. */
  readonly endsAt: string | null
  /** What the next period is of. */
  readonly next: { readonly itemId: string; readonly tier: PaidTier | null; readonly priceId: string }
  readonly currency: string
  /** All of them, in any order. */
  readonly invoices: readonly InvoiceSnapshot[]
}

export interface RefundSnapshot {
  readonly refundId: string
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
  readonly hasFailed: boolean
  readonly isMoneyBack: boolean
  readonly issuedAt: string
}

export interface CheckoutSnapshot {
  readonly sessionId: string
  readonly status: 'open' | 'complete' | 'expired'
  /** Where it is paid; null once it has ended. */
  readonly url: string | null
  readonly userId: string | null
  readonly checkoutId: string | null
  readonly subscriptionId: string | null
}

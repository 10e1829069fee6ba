import type { PaidTier } from './shown/tiers.ts'
import type { SubscriptionFact } from './subscription.ts'

/** The payment provider's records in our terms: ids, states, cents and times only. */

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
  /** Null if it is not for one of our plans. */
  readonly plan: Pick<Paid, 'tier' | 'monthlyAmount' | 'periodStart' | 'periodEnd'> | null
  readonly amountPaid: number
  readonly amountDue: number
  readonly attempts: number
  readonly since: string
  readonly paidAt: string | null
}

export interface SubscriptionSnapshot {
  readonly subscriptionId: string
  readonly customerId: string
  readonly userId: string | null
  readonly checkoutId: string | null
  readonly code: string | null
  readonly hasEnded: boolean
  readonly endedAt: string | null
  readonly endsAt: string | null
  readonly next: { readonly itemId: string; readonly tier: PaidTier | null; readonly priceId: string }
  readonly currency: string
  readonly invoices: readonly InvoiceSnapshot[]
}

type Issued = SubscriptionFact<'RefundIssued'>['data']
export interface RefundSnapshot extends Pick<Issued, 'refundId' | 'invoiceId' | 'amount' | 'currency' | 'issuedAt'> {
  readonly hasFailed: boolean
  readonly isMoneyBack: boolean
}

export interface CheckoutSnapshot {
  readonly sessionId: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly url: string | null
  readonly userId: string | null
  readonly checkoutId: string | null
  readonly subscriptionId: string | null
}

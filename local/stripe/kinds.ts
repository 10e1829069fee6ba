import type Stripe from 'stripe'

/** What the stand-in keeps, by the name that each object bears in its field `object`. */
export interface Kinds {
  product: Stripe.Product
  price: Stripe.Price
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  coupon: Stripe.Coupon
  promotion_code: Stripe.PromotionCode
  discount: Stripe.Discount
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'checkout.session': Stripe.Checkout.Session
  'billing_portal.session': Stripe.BillingPortal.Session
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
  event: Stripe.EventBase
}

export type Kind = keyof Kinds

/** What was billed of an item for a time: from this an unused rest is given back. */
export interface Billed {
  readonly amount: number
  readonly from: number
  readonly to: number
}

/** What the stand-in knows about an object and does not say. */
export interface Notes {
  payment_method: { readonly number: string; readonly isSetUp: boolean }
  subscription: {
    /** By item. */
    readonly billed: Readonly<Record<string, Billed>>
    /** Lines of the next invoice that a change made. */
    readonly pending: readonly Stripe.InvoiceLineItem[]
  }
  'checkout.session': {
    readonly lines: readonly { readonly id: string; readonly price: string; readonly quantity: number }[]
    readonly metadata: Readonly<Record<string, string>>
    readonly description: string | null
    readonly setsUpCard: boolean
    /** A payment that waits for its authentication. */
    readonly waiting?: { readonly paymentIntent: string; readonly paymentMethod: string; readonly details: Buyer }
  }
}

/** What someone typed on the page of a checkout. */
export interface Buyer {
  readonly email: string
  readonly name: string
}

export type KindWithNotes = keyof Notes

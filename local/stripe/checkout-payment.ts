import type Stripe from 'stripe'
import { outcomeOf } from './cards.ts'
import { wantedOf, withDiscounts } from './checkout.ts'
import { createCustomer } from './customers.ts'
import { countRedemption, couponFor } from './discounts.ts'
import { payInvoice } from './invoice-payments.ts'
import type { Buyer } from './kinds.ts'
import { attach, createCard } from './payment-methods.ts'
import { pay } from './payments.ts'
import { invalid } from './refusals.ts'
import { startSubscription } from './subscription-starts.ts'
import { idOrNull, type Turn } from './turn.ts'

/** A card as someone typed it. */
export interface TypedCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
}

/** What comes of paying: it is paid, the card's bank asks its holder, or it was declined. */
export type Paying =
  | { readonly kind: 'complete'; readonly session: Stripe.Checkout.Session }
  | { readonly kind: 'asks'; readonly paymentIntent: string }
  | { readonly kind: 'declined'; readonly message: string }

/** Someone pays what a session asks for, by a card. */
export function payCheckout(turn: Turn, session: Stripe.Checkout.Session, card: TypedCard, details: Buyer): Paying {
  if (session.status !== 'open') throw invalid('This session is not open any more.')
  // A code may have been used up by others since it was entered.
  const current = withDiscounts(turn, session, wantedOf(session))
  const { setsUpCard } = turn.notes('checkout.session', session.id)
  const paymentMethod = createCard(turn, { ...card, name: details.name, email: details.email, isSetUp: setsUpCard }).id
  const isFree = current.amount_total === 0
  const outcome = outcomeOf(card.number, { offSession: false, isSetUp: false })
  if (isFree && outcome.kind !== 'declined') return complete(turn, current, { paymentMethod, details })
  if (outcome.kind === 'succeeds') return complete(turn, current, { paymentMethod, details })
  const { intent } = pay(turn, {
    ...paymentFor(turn, current, details),
    paymentMethod,
    intent: idOrNull(current.payment_intent) ?? undefined,
  })
  if (current.mode === 'payment') turn.save({ ...current, payment_intent: intent.id })
  if (outcome.kind === 'declined') return { kind: 'declined', message: outcome.decline.message }
  const notes = turn.notes('checkout.session', session.id)
  turn.note('checkout.session', session.id, { ...notes, waiting: { paymentIntent: intent.id, paymentMethod, details } })
  return { kind: 'asks', paymentIntent: intent.id }
}

/** The holder of a card has answered their bank. */
export function authenticateCheckout(turn: Turn, session: Stripe.Checkout.Session, passed: boolean): Paying {
  const { waiting, ...notes } = turn.notes('checkout.session', session.id)
  if (!waiting || session.status !== 'open') throw invalid('No payment of this session waits for authentication.')
  turn.note('checkout.session', session.id, notes)
  const { paymentMethod, paymentIntent: intent, details } = waiting
  if (passed) return complete(turn, session, { paymentMethod, details, intent })
  pay(turn, { ...paymentFor(turn, session, details), paymentMethod, intent, authentication: 'failed' })
  return { kind: 'declined', message: 'We are unable to authenticate your payment method. Please choose another one and try again.' }
}

function paymentFor(turn: Turn, session: Stripe.Checkout.Session, details: Buyer) {
  const { metadata, description } = turn.notes('checkout.session', session.id)
  const isPayment = session.mode === 'payment'
  return {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: idOrNull(session.customer),
    offSession: false,
    description: isPayment ? description : 'Subscription creation',
    metadata: isPayment ? metadata : {},
    receiptEmail: details.email,
  }
}

interface With {
  readonly paymentMethod: string
  readonly details: Buyer
  /** Authenticated. */
  readonly intent?: string
}

function complete(turn: Turn, session: Stripe.Checkout.Session, how: With): Paying {
  const customer = customerFor(turn, session, how)
  const paid = session.mode === 'subscription' ? subscribe(turn, session, customer ?? '', how) : payOnce(turn, session, customer, how)
  const completed: Stripe.Checkout.Session = {
    ...turn.get('checkout.session', session.id),
    ...paid,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email: how.details.email,
      individual_name: null,
      name: how.details.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    url: null,
  }
  turn.save(completed)
  turn.emit('checkout.session.completed', completed)
  return { kind: 'complete', session: completed }
}

function customerFor(turn: Turn, session: Stripe.Checkout.Session, { paymentMethod, details }: With): string | null {
  const known = idOrNull(session.customer)
  if (!known && session.customer_creation !== 'always') return null
  const customer = known ?? createCustomer(turn, { email: details.email, name: details.name }).id
  attach(turn, paymentMethod, customer)
  return customer
}

function subscribe(turn: Turn, session: Stripe.Checkout.Session, customer: string, { paymentMethod, intent }: With) {
  const { lines, metadata, description } = turn.notes('checkout.session', session.id)
  const { subscription, invoice } = startSubscription(turn, {
    customer,
    lines,
    metadata: { ...metadata },
    paymentMethod,
    applied: wantedOf(session),
    checkoutSession: session.id,
    description,
  })
  if (intent) turn.save({ ...turn.get('payment_intent', intent), customer })
  payInvoice(turn, invoice, { offSession: false, ...(intent && { intent, authentication: 'passed' as const }) })
  return { subscription: subscription.id, invoice: invoice.id }
}

function payOnce(turn: Turn, session: Stripe.Checkout.Session, customer: string | null, { paymentMethod, details, intent }: With) {
  const purchase = { customer, subtotal: session.amount_subtotal ?? 0, currency: session.currency ?? 'usd' }
  for (const wanted of wantedOf(session)) {
    const { coupon, code } = couponFor(turn, wanted, purchase)
    countRedemption(turn, coupon, code)
  }
  if (session.amount_total === 0) return {}
  const begun = intent ?? idOrNull(session.payment_intent) ?? undefined
  const payment = pay(turn, {
    ...paymentFor(turn, session, details),
    customer,
    paymentMethod,
    intent: begun,
    ...(intent && { authentication: 'passed' as const }),
  })
  return { payment_intent: turn.save({ ...payment.intent, customer }).id }
}

import type Stripe from 'stripe'
import type { Decline, Outcome } from './cards.ts'
import { nextAttempt } from './due.ts'
import { newId } from './ids.ts'
import { finalizeInvoice, subscriptionOf } from './invoicing.ts'
import { paymentMethodOf } from './payment-methods.ts'
import { pay } from './payments.ts'
import { invalid } from './refusals.ts'
import { afterFailure, afterPayment } from './subscription-status.ts'
import { idOrNull, type Turn } from './turn.ts'

const noCard: Decline = {
  code: 'missing',
  message: 'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
}

interface How {
  readonly offSession: boolean
  readonly paymentMethod?: string | undefined
  readonly authentication?: 'passed' | 'failed'
  /** A payment intent that was begun before there was the invoice. */
  readonly intent?: string
  /** A failure is tried again by itself. */
  readonly retries?: boolean
}

export interface Attempt {
  readonly invoice: Stripe.Invoice
  readonly outcome: Outcome
  readonly intent: Stripe.PaymentIntent | null
}

export const paymentOf = (turn: Turn, invoice: string): Stripe.InvoicePayment | undefined =>
  turn.storage.all('invoice_payment', [{ path: 'invoice', is: 'in', values: [invoice] }])[0]

/** Pays what is due by a card, once. What comes of it is told to the subscription. */
export function payInvoice(turn: Turn, given: Stripe.Invoice, how: How): Attempt {
  const invoice = given.status === 'draft' ? finalizeInvoice(turn, given) : given
  if (invoice.status !== 'open') throw invalid(`Invoice is ${invoice.status}`, { code: 'invoice_not_editable' })
  if (invoice.amount_due === 0) return { invoice: settled(turn, invoice, null), outcome: { kind: 'succeeds' }, intent: null }
  const customer = idOrNull(invoice.customer) ?? ''
  const subscription = turn.find('subscription', subscriptionOf(invoice) ?? '') ?? null
  const paymentMethod = how.paymentMethod ?? paymentMethodOf(turn, customer, subscription)
  if (!paymentMethod) {
    if (how.retries) return failed(turn, invoice, { outcome: { kind: 'declined', decline: noCard }, intent: null }, true)
    throw invalid(noCard.message)
  }
  const { intent, outcome } = pay(turn, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer,
    paymentMethod,
    offSession: how.offSession,
    ...(how.authentication && { authentication: how.authentication }),
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    intent: how.intent ?? idOrNull(paymentOf(turn, invoice.id)?.payment.payment_intent) ?? undefined,
  })
  noteAttempt(turn, invoice, intent)
  if (outcome.kind === 'succeeds') return { invoice: settled(turn, invoice, intent), outcome, intent }
  return failed(turn, invoice, { outcome, intent }, how.retries ?? false)
}

function failed(turn: Turn, invoice: Stripe.Invoice, { outcome, intent }: Omit<Attempt, 'invoice'>, retries: boolean): Attempt {
  const attempts = invoice.attempt_count + 1
  const unpaid: Stripe.Invoice = {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: retries ? nextAttempt(invoice.status_transitions.finalized_at ?? 0, attempts) : invoice.next_payment_attempt,
  }
  turn.save(unpaid)
  turn.emit('invoice.payment_failed', unpaid)
  if (outcome.kind === 'asks') turn.emit('invoice.payment_action_required', unpaid)
  afterFailure(turn, unpaid, retries && unpaid.next_payment_attempt === null)
  return { invoice: unpaid, outcome, intent }
}

function noteAttempt(turn: Turn, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const isPaid = intent.status === 'succeeded'
  const now = turn.now(idOrNull(invoice.customer))
  const known = paymentOf(turn, invoice.id)
  const payment: Stripe.InvoicePayment = {
    id: known?.id ?? newId('inpay'),
    object: 'invoice_payment',
    amount_paid: isPaid ? invoice.amount_due : null,
    amount_requested: invoice.amount_due,
    created: known?.created ?? now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: isPaid ? now : null },
  }
  turn.save(payment)
  if (isPaid) turn.emit('invoice_payment.paid', payment)
}

function settled(turn: Turn, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent | null): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (intent ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: turn.now(idOrNull(invoice.customer)) },
  }
  turn.save(paid)
  afterPayment(turn, paid)
  turn.emit('invoice.paid', paid)
  turn.emit('invoice.payment_succeeded', paid)
  return paid
}

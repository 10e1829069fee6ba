import type Stripe from 'stripe'
import { subscriptionOf } from './invoicing.ts'
import { endSubscription } from './subscription-ends.ts'
import type { Turn } from './turn.ts'

/** A paid invoice: a subscription begins by its first, and is well again when none is open. */
export function afterPayment(turn: Turn, invoice: Stripe.Invoice): void {
  const subscription = turn.find('subscription', subscriptionOf(invoice) ?? '')
  if (!subscription) return
  const isFirst = subscription.status === 'incomplete' && invoice.billing_reason === 'subscription_create'
  const isWell = subscription.status === 'past_due' && openInvoices(turn, subscription).length === 0
  if (isFirst || isWell) turn.update<'subscription'>('customer.subscription.updated', subscription, { ...subscription, status: 'active' })
}

/**
 * A failed payment: one that begins stays incomplete, a running one is past due and ends when nothing is tried any
 * more.
 */
export function afterFailure(turn: Turn, invoice: Stripe.Invoice, wasLast: boolean): void {
  const subscription = turn.find('subscription', subscriptionOf(invoice) ?? '')
  if (!subscription) return
  if (wasLast) endSubscription(turn, subscription, { reason: 'payment_failed' })
  else if (subscription.status === 'active')
    turn.update<'subscription'>('customer.subscription.updated', subscription, { ...subscription, status: 'past_due' })
}

export const openInvoices = (turn: Turn, { id }: Stripe.Subscription): Stripe.Invoice[] =>
  turn.storage.all('invoice', [
    { path: 'parent.subscription_details.subscription', is: 'in', values: [id] },
    { path: 'status', is: 'in', values: ['open'] },
  ])

import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { idOrNull, listOf, type Turn } from './turn.ts'

interface End {
  readonly reason: 'cancellation_requested' | 'payment_failed' | null
  readonly details?: { comment?: string | undefined; feedback?: string | undefined } | undefined
}

/** Ends a subscription now. Drafts and open invoices of it are not collected any more by themselves. */
export function endSubscription(turn: Turn, given: Stripe.Subscription, { reason, details }: End): Stripe.Subscription {
  const subscription = turn.get('subscription', given.id)
  const now = turn.now(idOrNull(subscription.customer))
  const ended: Stripe.Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: details?.comment ?? subscription.cancellation_details?.comment ?? null,
      feedback: details?.feedback ?? subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: subscription.cancellation_details?.reason ?? reason,
    },
    ended_at: now,
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  }
  turn.save(ended)
  for (const invoice of collected(turn, subscription.id))
    turn.save({ ...invoice, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null })
  turn.emit('customer.subscription.deleted', ended)
  return ended
}

const collected = (turn: Turn, subscription: string): Stripe.Invoice[] =>
  turn.storage.all('invoice', [
    { path: 'parent.subscription_details.subscription', is: 'in', values: [subscription] },
    { path: 'status', is: 'in', values: ['draft', 'open'] },
  ])

/** An item of a subscription for the period that runs. */
export function itemFor(
  { subscription, price, plan, quantity }: { subscription: string; price: Stripe.Price; plan: Stripe.Plan; quantity: number },
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

export const itemsOf = (items: Stripe.SubscriptionItem[], subscription: string) =>
  listOf(items, `/v1/subscription_items?subscription=${subscription}`)

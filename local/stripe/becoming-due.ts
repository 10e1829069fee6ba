import type Stripe from 'stripe'
import { planOf } from './catalogue.ts'
import { discountsOf } from './discounts.ts'
import { payInvoice } from './invoice-payments.ts'
import { draftInvoice } from './invoicing.ts'
import type { Kind } from './kinds.ts'
import { failRefund } from './refunds.ts'
import { endSubscription, itemsOf } from './subscription-ends.ts'
import { billedBy, lasting, periodLines } from './subscription-starts.ts'
import { openInvoices } from './subscription-status.ts'
import { HOUR, nextBoundary } from './time.ts'
import { idOrNull, type Turn } from './turn.ts'

/** How long the invoice of a renewal stays a draft. */
const DRAFT_FOR = HOUR

/** Lets happen what has become due of an object. Afterwards it is not due any more, or later. */
export function happen(turn: Turn, kind: Kind, id: string): void {
  if (kind === 'subscription') subscriptionIsDue(turn, turn.get(kind, id))
  else if (kind === 'invoice') payInvoice(turn, turn.get(kind, id), { offSession: true, retries: true })
  else if (kind === 'checkout.session') expireCheckout(turn, turn.get(kind, id))
  else if (kind === 'refund') failRefund(turn, turn.get(kind, id))
  else throw new Error(`Nothing is ever due of a ${kind}.`)
}

function subscriptionIsDue(turn: Turn, subscription: Stripe.Subscription): void {
  const now = turn.now(idOrNull(subscription.customer))
  if (subscription.status === 'incomplete') {
    for (const invoice of openInvoices(turn, subscription)) {
      const voided: Stripe.Invoice = { ...invoice, status: 'void', status_transitions: { ...invoice.status_transitions, voided_at: now } }
      turn.update<'invoice'>('invoice.voided', invoice, voided)
    }
    endSubscription(turn, subscription, { reason: null })
  } else if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(turn, subscription, { reason: 'cancellation_requested' })
  } else renew(turn, subscription, now)
}

/** The next period begins, with an invoice for it and for what changes left to be paid. */
function renew(turn: Turn, before: Stripe.Subscription, now: number): void {
  const items = before.items.data.map((item) => {
    const price = turn.get('price', item.price.id)
    const start = item.current_period_end
    const end = price.recurring ? nextBoundary(before.billing_cycle_anchor, price.recurring, start) : start
    return { ...item, price, plan: planOf(price), current_period_start: start, current_period_end: end }
  })
  const discounts = discountsOf(turn, before, now)
  const after: Stripe.Subscription = {
    ...before,
    discounts: lasting(turn, discounts),
    items: itemsOf(items, before.id),
  }
  turn.update<'subscription'>('customer.subscription.updated', before, after)
  const { pending } = turn.notes('subscription', before.id)
  const [past] = before.items.data
  const invoice = draftInvoice(turn, {
    subscription: after,
    reason: 'subscription_cycle',
    lines: [...pending, ...periodLines(turn, after)],
    discounts,
    period: { start: past?.current_period_start ?? now, end: past?.current_period_end ?? now },
    finalizesAt: now + DRAFT_FOR,
  })
  turn.note('subscription', before.id, { billed: billedBy(invoice), pending: [] })
}

export function expireCheckout(turn: Turn, session: Stripe.Checkout.Session): void {
  turn.emit('checkout.session.expired', turn.save({ ...session, status: 'expired', url: null }))
}

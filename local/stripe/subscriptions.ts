import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { planOf } from './catalogue.ts'
import { redeem } from './discounts.ts'
import { payInvoice } from './invoice-payments.ts'
import { draftInvoice, finalizeInvoice } from './invoicing.ts'
import { listing } from './lists.ts'
import { clearable, flag, mergedMetadata, metadata, quantity, text, unread, whole } from './parameters.ts'
import { attach, payByToken } from './payment-methods.ts'
import { paymentRefusal } from './payments.ts'
import { creditLine, restLine } from './prorations.ts'
import { invalid, Refusal } from './refusals.ts'
import { endSubscription, itemsOf } from './subscription-ends.ts'
import { startSubscription } from './subscription-starts.ts'
import { idOf, idOrNull, type Turn } from './turn.ts'

const applied = z.strictObject({ coupon: text.optional(), promotion_code: text.optional() })
const proration = z.enum(['none', 'create_prorations', 'always_invoice'])
const details = z.strictObject({ comment: text.optional(), feedback: text.optional() })

const newSubscription = z.strictObject({
  cancel_at_period_end: flag.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: z.array(applied).optional(),
  items: z.array(z.strictObject({ price: text, quantity: quantity.optional() })),
  metadata,
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: unread,
  proration_behavior: proration.optional(),
})

function createSubscription(turn: Turn, given: z.output<typeof newSubscription>): Stripe.Subscription {
  const customer = turn.get('customer', given.customer, 'customer')
  const paymentMethod = given.default_payment_method ? payByToken(turn, given.default_payment_method).id : null
  if (paymentMethod) attach(turn, paymentMethod, customer.id)
  const { subscription, invoice } = startSubscription(turn, {
    customer: customer.id,
    lines: given.items.map(({ price, quantity = 1 }) => ({ price, quantity })),
    metadata: mergedMetadata(null, given.metadata),
    paymentMethod,
    applied: given.discounts ?? [],
    checkoutSession: null,
    description: given.description ?? null,
  })
  if (given.payment_behavior === 'default_incomplete' && invoice.amount_due > 0) {
    finalizeInvoice(turn, invoice)
  } else {
    const { outcome, intent } = payInvoice(turn, invoice, { offSession: given.off_session ?? false })
    if (given.payment_behavior === 'error_if_incomplete' && outcome.kind !== 'succeeds' && intent) throw paymentRefusal(intent, outcome)
  }
  const begun = turn.get('subscription', subscription.id)
  return given.cancel_at_period_end ? changeCancellation(turn, begun, true) : begun
}

const periodEnd = ({ items }: Stripe.Subscription): number => Math.min(...items.data.map((item) => item.current_period_end))

/** Lets a subscription end with its period, or go on after all. */
export function changeCancellation(turn: Turn, subscription: Stripe.Subscription, atPeriodEnd: boolean): Stripe.Subscription {
  const now = turn.now(idOrNull(subscription.customer))
  return turn.update<'subscription'>('customer.subscription.updated', subscription, {
    ...subscription,
    cancel_at: atPeriodEnd ? periodEnd(subscription) : null,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: atPeriodEnd ? (subscription.canceled_at ?? now) : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  })
}

const changedSubscription = z.strictObject({
  cancel_at: clearable(whole).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: details.optional(),
  default_payment_method: text.optional(),
  description: clearable(text).optional(),
  discounts: clearable(z.array(applied)).optional(),
  items: z.array(z.strictObject({ id: text, price: text.optional(), quantity: quantity.optional(), metadata })).optional(),
  metadata,
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: unread,
  proration_behavior: proration.optional(),
  proration_date: whole.optional(),
})
type Change = z.output<typeof changedSubscription>

function updateSubscription(turn: Turn, given: Change, id: string): Stripe.Subscription {
  const before = turn.get('subscription', id)
  if (before.ended_at !== null)
    throw new Refusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such subscription: '${id}'`,
      param: 'id',
    })
  const customer = idOrNull(before.customer)
  if (given.default_payment_method) turn.get('payment_method', given.default_payment_method, 'default_payment_method')
  turn.update<'subscription'>('customer.subscription.updated', before, {
    ...before,
    cancel_at: given.cancel_at === undefined ? before.cancel_at : given.cancel_at,
    default_payment_method: given.default_payment_method ?? before.default_payment_method,
    description: given.description === undefined ? before.description : given.description,
    discounts: given.discounts === undefined ? before.discounts : discountsFor(turn, before, given.discounts ?? []),
    metadata: mergedMetadata(before.metadata, given.metadata),
  })
  if (given.cancel_at_period_end !== undefined && given.cancel_at_period_end !== before.cancel_at_period_end)
    changeCancellation(turn, turn.get('subscription', id), given.cancel_at_period_end)
  if (given.items)
    changeItems(turn, turn.get('subscription', id), given.items, { ...given, now: given.proration_date ?? turn.now(customer) })
  return turn.get('subscription', id)
}

function discountsFor(
  turn: Turn,
  { id, customer, currency, items }: Stripe.Subscription,
  given: readonly z.output<typeof applied>[],
): string[] {
  const subtotal = items.data.reduce((sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  const purchase = { customer: idOrNull(customer), subtotal, currency, subscription: id, checkoutSession: null }
  return given.map((one) => redeem(turn, one, purchase).id)
}

/**
 * Other prices or quantities for what is subscribed to, from now on; what was billed for the rest is made up as
 * asked.
 */
function changeItems(turn: Turn, before: Stripe.Subscription, given: NonNullable<Change['items']>, how: Change & { now: number }): void {
  const { now, proration_behavior = 'create_prorations' } = how
  const { billed, pending } = turn.notes('subscription', before.id)
  const lines: Stripe.InvoiceLineItem[] = []
  const billedAfter = { ...billed }
  const items = before.items.data.map((item) => {
    const change = given.find(({ id }) => id === item.id)
    if (!change) return item
    const price = change.price ? samePeriod(turn.get('price', change.price, 'items[0][price]'), item.price) : item.price
    const changed = { ...item, price, plan: planOf(price), quantity: change.quantity ?? item.quantity ?? 1 }
    const isOther = price.id !== item.price.id || changed.quantity !== (item.quantity ?? 1)
    if (proration_behavior === 'none' || !isOther) return changed
    const was = billed[item.id]
    const rest = restLine(turn, before, changed, now)
    lines.push(...(was ? [creditLine(turn, before, item, was, now)] : []), rest)
    billedAfter[item.id] = { amount: rest.amount, from: now, to: changed.current_period_end }
    return changed
  })
  const unknown = given.find(({ id }) => !before.items.data.some((item) => item.id === id))
  if (unknown) throw invalid(`No such subscription_item: '${unknown.id}'`, { code: 'resource_missing', param: 'items[0][id]' })
  const after = { ...before, items: itemsOf(items, before.id) }
  turn.update<'subscription'>('customer.subscription.updated', before, after)
  const isInvoiced = proration_behavior === 'always_invoice' && lines.length > 0
  turn.note('subscription', before.id, { billed: billedAfter, pending: isInvoiced ? [] : [...pending, ...lines] })
  if (isInvoiced) invoiceChange(turn, after, [...pending, ...lines], how)
}

function samePeriod(price: Stripe.Price, before: Stripe.Price): Stripe.Price {
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', { param: 'items[0][price]' })
  if (price.currency !== before.currency) throw invalid('The price specified is of another currency than the subscription.')
  if (price.recurring?.interval !== before.recurring?.interval || price.recurring?.interval_count !== before.recurring?.interval_count)
    throw invalid('This stand-in changes to prices of the same interval only.', { param: 'items[0][price]' })
  return price
}

function invoiceChange(
  turn: Turn,
  subscription: Stripe.Subscription,
  lines: readonly Stripe.InvoiceLineItem[],
  how: Change & { now: number },
) {
  const invoice = draftInvoice(turn, {
    subscription,
    reason: 'subscription_update',
    lines,
    discounts: [],
    period: { start: how.now, end: how.now },
    finalizesAt: null,
  })
  // Anyone who changes a plan on our pages is not on Stripe's: no one is there to authenticate a payment.
  const { outcome, intent } = payInvoice(turn, invoice, { offSession: true, retries: how.payment_behavior !== 'error_if_incomplete' })
  if (how.payment_behavior === 'error_if_incomplete' && outcome.kind !== 'succeeds' && intent) throw paymentRefusal(intent, outcome)
}

const cancelled = z.strictObject({ cancellation_details: details.optional(), invoice_now: flag.optional(), prorate: flag.optional() })

function cancelSubscription(turn: Turn, given: z.output<typeof cancelled>, id: string): Stripe.Subscription {
  const subscription = turn.get('subscription', id)
  if (subscription.ended_at !== null)
    throw new Refusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such subscription: '${id}'`,
      param: 'id',
    })
  const now = turn.now(idOrNull(subscription.customer))
  const { billed, pending } = turn.notes('subscription', id)
  const credits = given.prorate
    ? subscription.items.data.flatMap((item) => {
        const was = billed[item.id]
        return was ? [creditLine(turn, subscription, item, was, now)] : []
      })
    : []
  const lines = [...pending, ...credits]
  const ended = endSubscription(turn, subscription, { reason: 'cancellation_requested', details: given.cancellation_details })
  turn.note('subscription', id, { billed: {}, pending: given.invoice_now ? [] : lines })
  if (!given.invoice_now || lines.length === 0) return ended
  const period = { start: now, end: now }
  const invoice = draftInvoice(turn, {
    subscription: ended,
    reason: 'subscription_update',
    lines,
    discounts: [],
    period,
    finalizesAt: null,
  })
  payInvoice(turn, invoice, { offSession: true })
  return turn.get('subscription', id)
}

const notEnded = { path: 'status', is: 'not in', values: ['canceled', 'incomplete_expired'] } as const

export const subscriptionCalls: Calls = {
  'POST /v1/subscriptions': call(newSubscription, createSubscription),
  'GET /v1/subscriptions': listing(
    'subscription',
    '/v1/subscriptions',
    {
      customer: {},
      price: { path: 'items.data[0].price.id' },
      status: {
        conditions: (status) => {
          if (status === 'all') return []
          if (status === 'ended') return [{ path: 'status', is: 'in', values: ['canceled', 'incomplete_expired'] }]
          return [status === '' ? notEnded : { path: 'status', is: 'in', values: [status] }]
        },
      },
      test_clock: {},
    },
    { status: '' },
  ),
  'GET /v1/subscriptions/:id': retrieving('subscription'),
  'POST /v1/subscriptions/:id': call(changedSubscription, updateSubscription),
  'DELETE /v1/subscriptions/:id': call(cancelled, cancelSubscription),
  'GET /v1/subscription_items': call(
    z.strictObject({ subscription: text, limit: whole.optional() }),
    (turn, { subscription }) => turn.get('subscription', idOf(subscription), 'subscription').items,
  ),
}

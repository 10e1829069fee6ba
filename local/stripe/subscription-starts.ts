import type Stripe from 'stripe'
import { planOf } from './catalogue.ts'
import { type Applied, couponOf, redeem } from './discounts.ts'
import { newId } from './ids.ts'
import { describedPeriod, itemOf, lineOf, netOf } from './invoice-lines.ts'
import { draftInvoice } from './invoicing.ts'
import type { Billed } from './kinds.ts'
import { productName } from './prorations.ts'
import { invalid } from './refusals.ts'
import { itemFor, itemsOf } from './subscription-ends.ts'
import { nextBoundary } from './time.ts'
import type { Turn } from './turn.ts'

interface Start {
  readonly customer: string
  readonly lines: readonly { readonly price: string; readonly quantity: number }[]
  readonly metadata: Record<string, string>
  readonly paymentMethod: string | null
  readonly applied: readonly Applied[]
  readonly checkoutSession: string | null
  readonly description: string | null
}

/** Begins a subscription that waits for the payment of its first invoice, which is a draft yet. */
export function startSubscription(turn: Turn, start: Start): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const customer = turn.get('customer', start.customer, 'customer')
  const now = turn.now(customer.id)
  const prices = start.lines.map(({ price }) => recurringPrice(turn, price))
  const [first] = prices
  if (!first?.recurring) throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  const id = newId('sub')
  const end = nextBoundary(now, first.recurring, now)
  const items = start.lines.map(({ price, quantity }) => {
    const found = recurringPrice(turn, price)
    return itemFor({ subscription: id, price: found, plan: planOf(found), quantity }, { start: now, end })
  })
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: first.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: start.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: start.description,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: itemsOf(items, id),
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: start.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: customer.test_clock ?? null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }
  const lines = periodLines(turn, subscription)
  const purchase = { customer: customer.id, subtotal: lines.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency }
  const discounts = start.applied.map((applied) =>
    redeem(turn, applied, { ...purchase, subscription: id, checkoutSession: start.checkoutSession }),
  )
  turn.save({ ...subscription, discounts: lasting(turn, discounts) })
  turn.emit('customer.subscription.created', turn.get('subscription', id))
  const invoice = draftInvoice(turn, {
    subscription,
    reason: 'subscription_create',
    lines,
    discounts,
    period: { start: now, end: now },
    finalizesAt: null,
  })
  turn.note('subscription', id, { billed: billedBy(invoice), pending: [] })
  return { subscription: turn.get('subscription', id), invoice }
}

function recurringPrice(turn: Turn, id: string): Stripe.Price {
  const price = turn.get('price', id, 'items[0][price]')
  if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, { param: 'items[0][price]' })
  if (!price.recurring)
    throw invalid(`The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`)
  return price
}

/** What the items of a subscription come to for the period that they are in. */
export function periodLines(turn: Turn, subscription: Stripe.Subscription): Stripe.InvoiceLineItem[] {
  return subscription.items.data.map(({ id, price, quantity = 1, current_period_start: start, current_period_end: end }) =>
    lineOf({
      amount: (price.unit_amount ?? 0) * quantity,
      description: describedPeriod(quantity, productName(turn, price), price),
      price,
      quantity,
      period: { start, end },
      subscription: subscription.id,
      item: id,
      isProration: false,
    }),
  )
}

/** What an invoice for a period bills of each item. */
export function billedBy(invoice: Stripe.Invoice): Record<string, Billed> {
  const periods = invoice.lines.data.filter(({ discountable }) => discountable)
  return Object.fromEntries(
    periods.map((line) => [itemOf(line) ?? '', { amount: netOf(line), from: line.period.start, to: line.period.end }]),
  )
}

/** The discounts that hold beyond an invoice on which they are. */
export const lasting = (turn: Turn, discounts: readonly Stripe.Discount[]): string[] =>
  discounts.filter((discount) => couponOf(turn, discount).duration !== 'once').map(({ id }) => id)

import Stripe from 'stripe'
import { newId } from './ids.ts'
import { idOf } from './turn.ts'

interface LineOf {
  readonly amount: number
  readonly description: string
  readonly price: Stripe.Price
  readonly quantity: number
  readonly period: Stripe.InvoiceLineItem.Period
  readonly subscription: string
  /** The item of the subscription. */
  readonly item: string
  readonly isProration: boolean
}

const words = ({ unit_amount, currency, recurring }: Stripe.Price): string => {
  const every = recurring ? ` / ${recurring.interval_count === 1 ? '' : `${recurring.interval_count} `}${recurring.interval}` : ''
  return `${asMoney(unit_amount ?? 0, currency)}${every}`
}

/** $5.00, −$3.20 */
export const asMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)

const day = (time: number) =>
  new Date(time * 1000).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const describedPeriod = (quantity: number, product: string, price: Stripe.Price) => `${quantity} × ${product} (at ${words(price)})`
export const describedRest = (product: string, now: number) => `Remaining time on ${product} after ${day(now)}`
export const describedUnused = (product: string, now: number) => `Unused time on ${product} after ${day(now)}`

/** A line of an invoice for a subscription. Of a proration nothing is taken off: its amount has any discount in it. */
export function lineOf({ amount, description, price, quantity, period, subscription, item, isProration }: LineOf): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? newId('ii') : null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription,
        subscription_item: item,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  }
}

/** What a customer pays of a line in the end. */
export const netOf = (line: Stripe.InvoiceLineItem): number =>
  line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** The item of a subscription that a line is for. */
export const itemOf = (line: Stripe.InvoiceLineItem): string | null => line.parent?.subscription_item_details?.subscription_item ?? null

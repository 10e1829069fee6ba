import type Stripe from 'stripe'
import { couponOf, discountsOf, offOfAll } from './discounts.ts'
import { describedRest, describedUnused, lineOf } from './invoice-lines.ts'
import type { Billed } from './kinds.ts'
import { idOf, type Turn } from './turn.ts'

/** The share of an amount for a part of a time, to the second; rounded to the cent, halves up. */
export function shareOf(amount: number, part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.floor((2 * amount * part + whole) / (2 * whole))
}

export const productName = (turn: Turn, price: Stripe.Price): string => turn.find('product', idOf(price.product))?.name ?? 'a product'

/** Gives back what was billed of an item for a time that it is not used any more. */
export function creditLine(turn: Turn, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, billed: Billed, now: number) {
  const left = Math.max(billed.to - Math.max(now, billed.from), 0)
  return lineOf({
    amount: 0 - shareOf(billed.amount, left, billed.to - billed.from),
    description: describedUnused(productName(turn, item.price), now),
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: now, end: billed.to },
    subscription: subscription.id,
    item: item.id,
    isProration: true,
  })
}

/** Bills an item for the rest of the period, at its price after what discounts take off it. */
export function restLine(turn: Turn, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem, now: number) {
  const full = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  const coupons = discountsOf(turn, subscription, now).map((discount) => couponOf(turn, discount))
  const net = offOfAll(coupons, full).reduce((left, off) => left - off, full)
  const { current_period_start: start, current_period_end: end } = item
  return lineOf({
    amount: shareOf(net, Math.max(end - now, 0), end - start),
    description: describedRest(productName(turn, item.price), now),
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: now, end },
    subscription: subscription.id,
    item: item.id,
    isProration: true,
  })
}

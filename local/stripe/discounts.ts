import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { invalid } from './refusals.ts'
import { addMonths } from './time.ts'
import { idOf, idOrNull, type Turn } from './turn.ts'

/** A coupon, or a code that stands for one. */
export interface Applied {
  readonly coupon?: string | undefined
  readonly promotion_code?: string | undefined
}

export const isValidCoupon = (coupon: Stripe.Coupon, now: number): boolean =>
  (coupon.redeem_by === null || coupon.redeem_by > now) &&
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions)

/** Whether anyone may use a code. */
export function isUsable(turn: Turn, code: Stripe.PromotionCode, now: number): boolean {
  if (!code.active || (code.expires_at !== null && code.expires_at <= now)) return false
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) return false
  const coupon = turn.find('coupon', idOrNull(code.promotion.coupon) ?? '')
  return coupon !== undefined && isValidCoupon(coupon, now)
}

interface Purchase {
  readonly customer: string | null
  readonly subtotal: number
  readonly currency: string
}

/** The coupon and the code of what is to be applied to a purchase. @throws Refusal with what stands against it */
export function couponFor(turn: Turn, applied: Applied, { customer, subtotal, currency }: Purchase) {
  const now = turn.now(customer)
  const code = applied.promotion_code ? turn.get('promotion_code', applied.promotion_code, 'promotion_code') : null
  const coupon = turn.get('coupon', code ? (idOrNull(code.promotion.coupon) ?? '') : (applied.coupon ?? ''), 'coupon')
  if (code && !isUsable(turn, code, now)) throw invalid('This promotion code is inactive or expired.', { code: 'coupon_expired' })
  if (code?.customer && code.customer !== customer) throw invalid('This promotion code cannot be redeemed by this customer.')
  if (code?.restrictions.first_time_transaction && customer && hasPaid(turn, customer))
    throw invalid('This promotion code cannot be redeemed because the associated customer has prior transactions.')
  if (code && (code.restrictions.minimum_amount ?? 0) > subtotal)
    throw invalid('The cart does not meet the minimum amount of this promotion code.')
  if (!isValidCoupon(coupon, now)) throw invalid(`Coupon ${coupon.id} is expired and cannot be applied.`, { code: 'coupon_expired' })
  if (coupon.amount_off !== null && coupon.currency !== currency) throw invalid('The coupon is of another currency.')
  return { coupon, code }
}

const hasPaid = (turn: Turn, customer: string): boolean =>
  turn.storage.all('charge', [{ path: 'customer', is: 'in', values: [customer] }]).some(({ paid }) => paid)

/** Redeems a coupon for a subscription: counted, and valid for as long as it lasts. */
export function redeem(turn: Turn, applied: Applied, purchase: Purchase & { subscription: string; checkoutSession: string | null }) {
  const { coupon, code } = couponFor(turn, applied, purchase)
  const start = turn.now(purchase.customer)
  countRedemption(turn, coupon, code)
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: purchase.checkoutSession,
    customer: purchase.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: purchase.subscription,
    subscription_item: null,
  }
  return turn.save(discount)
}

export function countRedemption(turn: Turn, coupon: Stripe.Coupon, code: Stripe.PromotionCode | null): void {
  const redeemed = { ...coupon, times_redeemed: coupon.times_redeemed + 1 }
  turn.save({ ...redeemed, valid: isValidCoupon(redeemed, turn.now()) })
  if (!code) return
  const used = { ...code, times_redeemed: code.times_redeemed + 1 }
  turn.save({ ...used, active: used.active && (used.max_redemptions === null || used.times_redeemed < used.max_redemptions) })
}

/** What a coupon takes off an amount: a share is rounded to the cent, halves up; never more than there is. */
export function offOf(coupon: Pick<Stripe.Coupon, 'percent_off' | 'amount_off'>, amount: number): number {
  if (amount <= 0) return 0
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, amount)
  const hundredths = Math.round((coupon.percent_off ?? 0) * 100)
  return Math.floor((amount * hundredths + 5_000) / 10_000)
}

/** What each coupon takes off, one after the other. */
export function offOfAll(coupons: readonly Stripe.Coupon[], amount: number): number[] {
  let left = amount
  return coupons.map((coupon) => {
    const off = offOf(coupon, left)
    left -= off
    return off
  })
}

/**
 * Parts an amount over others by their weight, to the last cent: the last with any weight takes what rounding leaves.
 */
export function parted(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let given = 0
  return weights.map((weight) => {
    passed += weight
    const share = total === 0 ? 0 : Math.floor((amount * passed) / total) - given
    given += share
    return share
  })
}

/** The discounts of a subscription that still hold. */
export function discountsOf(turn: Turn, subscription: Stripe.Subscription, now: number): Stripe.Discount[] {
  return subscription.discounts.map((discount) => turn.get('discount', idOf(discount))).filter(({ end }) => end === null || end > now)
}

export const couponOf = (turn: Turn, { source }: Stripe.Discount): Stripe.Coupon => turn.get('coupon', idOrNull(source.coupon) ?? '')

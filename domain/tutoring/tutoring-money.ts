import {
  BUNDLE_DISCOUNT_PERCENT,
  BUNDLE_SESSIONS,
  FULL_REFUND_HOURS,
  HALF_REFUND_HOURS,
  HOURLY_PRICE,
  type Participant,
  PLATFORM_FEE_PERCENT,
  TUTORING_CURRENCY,
} from './rules.ts'

/** What sessions cost, what is paid back of it, and whose the rest is. Whole cents, and none is lost. */

/** What a request costs: one session, or five with something off. */
export function priceOf({ bundle }: { readonly bundle: boolean }) {
  const sessions = bundle ? BUNDLE_SESSIONS : 1
  const whole = sessions * HOURLY_PRICE
  const amount = bundle ? whole - Math.floor((whole * BUNDLE_DISCOUNT_PERCENT) / 100) : whole
  return { sessions, amount, currency: TUTORING_CURRENCY }
}

/**
 * The share of one session, from 1, of what was paid for all of them: the shares add up to what was paid, and cents
 * that cannot be parted go to the first ones.
 */
export const shareOf = (amount: number, sessions: number, ordinal: number): number =>
  Math.floor(amount / sessions) + (ordinal <= amount % sessions ? 1 : 0)

/** What the platform keeps of an amount: to the whole cent, half a cent up. */
export const feeOf = (amount: number): number => Math.floor((amount * PLATFORM_FEE_PERCENT + 50) / 100)

const HOUR_MILLISECONDS = 3_600_000

/** How long before its beginning a session is cancelled; below 0 afterwards. */
export const noticeMilliseconds = (startsAt: string, now: string): number => Date.parse(startsAt) - Date.parse(now)

/**
 * How much of a session's price a cancellation pays back. A student gets all with 24 hours of notice or more, half with
 * 2 hours or more, and nothing later. Where a tutor or an administrator cancels, it is always all. A cent that cannot
 * be halved is the student's.
 */
export function refundOf(amount: number, { as, notice }: { readonly as: Participant; readonly notice: number }): number {
  if (as !== 'student' || notice >= FULL_REFUND_HOURS * HOUR_MILLISECONDS) return amount
  return notice >= HALF_REFUND_HOURS * HOUR_MILLISECONDS ? Math.ceil(amount / 2) : 0
}

/** How the price of a session is parted: what is not paid back is the platform's and the tutor's. */
export function parted(amount: number, refund: number) {
  const kept = amount - refund
  const fee = feeOf(kept)
  return { amount, refund, fee, earned: kept - fee }
}

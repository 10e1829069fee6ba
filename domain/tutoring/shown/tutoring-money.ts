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

/** Whole cents; none is lost. */

export function priceOf({ bundle }: { readonly bundle: boolean }) {
  const sessions = bundle ? BUNDLE_SESSIONS : 1
  const whole = sessions * HOURLY_PRICE
  const amount = bundle ? whole - Math.floor((whole * BUNDLE_DISCOUNT_PERCENT) / 100) : whole
  return { sessions, amount, currency: TUTORING_CURRENCY }
}

/** `ordinal` counts from 1. Shares add up exactly; remaining cents go to the first sessions. */
export const shareOf = (amount: number, sessions: number, ordinal: number): number =>
  Math.floor(amount / sessions) + (ordinal <= amount % sessions ? 1 : 0)

/** Rounds half a cent up. */
export const feeOf = (amount: number): number => Math.floor((amount * PLATFORM_FEE_PERCENT + 50) / 100)

const HOUR_MILLISECONDS = 3_600_000

/** Negative after its start. */
export const noticeMilliseconds = (startsAt: string, now: string): number => Date.parse(startsAt) - Date.parse(now)

/** Students: all with 24 hours' notice, half with 2, then nothing. Tutors and administrators: always all. */
export function refundOf(amount: number, { as, notice }: { readonly as: Participant; readonly notice: number }): number {
  if (as !== 'student' || notice >= FULL_REFUND_HOURS * HOUR_MILLISECONDS) return amount
  return notice >= HALF_REFUND_HOURS * HOUR_MILLISECONDS ? Math.ceil(amount / 2) : 0
}

export function parted(amount: number, refund: number) {
  const kept = amount - refund
  const fee = feeOf(kept)
  return { amount, refund, fee, earned: kept - fee }
}

import { type CalendarDay, daysBetween } from '../core/shown/calendar.ts'

/** Prepaid revenue is earned day by day; the rest is deferred. */

/** Covers the days from `starts` to before `until`. Refunds are negative. */
export interface Deferral {
  readonly starts: CalendarDay
  readonly until: CalendarDay
  /** Cents. */
  readonly amount: number
}

/** Fractions of a cent count as earned. */
export function deferredAfter({ starts, until, amount }: Deferral, day: CalendarDay): number {
  const days = daysBetween(starts, until)
  if (days <= 0) return 0
  const left = Math.min(days, Math.max(0, daysBetween(day, until) - 1))
  const cents = Math.floor((Math.abs(amount) * left) / days)
  return amount < 0 && cents > 0 ? -cents : cents
}

/** A period within one day is earned at once. */
export const deferralOf = (amount: number, period: { readonly start: string; readonly end: string }): Deferral => ({
  starts: period.start.slice(0, 10),
  until: period.end.slice(0, 10),
  amount,
})

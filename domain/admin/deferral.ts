import { type CalendarDay, daysBetween } from '../calendar.ts'

/** What was paid for a number of days is earned day by day; the rest is deferred. */

/** A payment, or below 0 what was given back of one, for the days from one on to before another. */
export interface Deferral {
  readonly starts: CalendarDay
  readonly until: CalendarDay
  /** In whole cents. */
  readonly amount: number
}

/** What of it is still to be earned at the end of a day, in whole cents: parts of a cent are earned already. */
export function deferredAfter({ starts, until, amount }: Deferral, day: CalendarDay): number {
  const days = daysBetween(starts, until)
  if (days <= 0) return 0
  const left = Math.min(days, Math.max(0, daysBetween(day, until) - 1))
  const cents = Math.floor((Math.abs(amount) * left) / days)
  return amount < 0 && cents > 0 ? -cents : cents
}

/** Instants of a period as days. A period within a day is earned at once. */
export const deferralOf = (amount: number, period: { readonly start: string; readonly end: string }): Deferral => ({
  starts: period.start.slice(0, 10),
  until: period.end.slice(0, 10),
  amount,
})

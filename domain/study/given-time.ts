import { hoursAfter } from '../core/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'

// Offline answers are sent later with a claimed time. It cannot be verified, so it is bounded: not in the future, not
// older than the limit.

export const MOST_HOURS_UNSENT = 72
/** Delays below this are network latency and not recorded. */
const ON_ITS_WAY_HOURS = 1 / 60

/** A clock that is ahead counts as the time of arrival. Rejects with `answerTooLate`. */
export function givenTime(claimed: string | null, now: string): { readonly at: string; readonly isLate: boolean } {
  if (claimed === null || Date.parse(claimed) >= Date.parse(now)) return { at: now, isLate: false }
  const at = new Date(claimed).toISOString()
  if (at < hoursAfter(now, -MOST_HOURS_UNSENT)) throw new Rejection('answerTooLate')
  return { at, isLate: at < hoursAfter(now, -ON_ITS_WAY_HOURS) }
}

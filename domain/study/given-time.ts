import { hoursAfter } from '../calendar.ts'
import { Rejection } from '../rejection.ts'

/**
 * When an answer was given. Without a connection it waits in the browser, which says later when that was. No one can
 * check what it says, so it is bounded: nothing is given in the future, and nothing counts that is older than this.
 */

/** How long an answer may wait to be sent: a day offline and more, wherever the midnights fall. */
export const MOST_HOURS_UNSENT = 72
/** What came within this is on its way, and is not worth a second time in the log. */
const ON_ITS_WAY_HOURS = 1 / 60

/**
 * The moment by which an answer counts, and whether that was before it arrived. A clock that is ahead, however far,
 * says nothing that the time of its arrival does not. Refused with `answerTooLate`.
 */
export function givenTime(claimed: string | null, now: string): { readonly at: string; readonly isLate: boolean } {
  if (claimed === null || Date.parse(claimed) >= Date.parse(now)) return { at: now, isLate: false }
  const at = new Date(claimed).toISOString()
  if (at < hoursAfter(now, -MOST_HOURS_UNSENT)) throw new Rejection('answerTooLate')
  return { at, isLate: at < hoursAfter(now, -ON_ITS_WAY_HOURS) }
}

import { type CalendarDay, calendarDay } from '../calendar.ts'

/** By what an account tells its days. */
export interface AccountCalendar {
  readonly timeZone: string
  /** The zone before the last change; null while it is that of the registration. */
  readonly formerTimeZone: string | null
  readonly timeZoneChangedAt: string | null
}

/** After so long, the former zone says nothing any more: a day has 25 hours at most, zones lie 26 apart. */
const SETTLED_MILLISECONDS = 52 * 3_600_000

/**
 * The calendar day of an account. A change of the time zone takes effect with the next midnight: the day in which it is
 * made ends where it would have ended, so that going to where it is tomorrow brings no second day of questions, and no
 * day comes back. From then on the days are those of the new zone; the next of them is as much shorter or longer as the
 * zones lie apart, as for every traveler: a day that comes early on the way east comes late on the way
 * back.
 */
export function accountDay(
  now: string,
  { timeZone, formerTimeZone, timeZoneChangedAt }: AccountCalendar,
  dayAt: (instant: string, timeZone: string) => CalendarDay = calendarDay,
): CalendarDay {
  const day = dayAt(now, timeZone)
  if (formerTimeZone === null || timeZoneChangedAt === null) return day
  if (Date.parse(now) - Date.parse(timeZoneChangedAt) > SETTLED_MILLISECONDS) return day
  const dayOfChange = calendarDay(timeZoneChangedAt, formerTimeZone)
  const formerly = dayAt(now, formerTimeZone)
  if (formerly <= dayOfChange) return formerly
  return day > dayOfChange ? day : dayOfChange
}

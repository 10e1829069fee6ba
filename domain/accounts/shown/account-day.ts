import { type CalendarDay, calendarDay } from '../../core/shown/calendar.ts'

export interface AccountCalendar {
  readonly timeZone: string
  readonly formerTimeZone: string | null
  readonly timeZoneChangedAt: string | null
}

/** Safe upper bound: a day has at most 25 hours and time zones are at most 26 hours apart. */
const SETTLED_MILLISECONDS = 52 * 3_600_000

/** A changed time zone takes effect at the next midnight: travel never grants a second day and no day repeats. */
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

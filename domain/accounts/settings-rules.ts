import { addDays, type CalendarDay, hoursAfter } from '../calendar.ts'

/** Rules of the forms of profile and settings. Free of zod: the browser uses them too. */

/**
 * The time zone, by which an account's days are told, changes at most once in so many hours: as long as the longest day
 * lasts, the one on which clocks are put back, so that the day of a change is over before the next.
 */
const TIME_ZONE_PAUSE_HOURS = 25

/** From which instant on the time zone may be changed, given when it was changed last; '' where it never was. */
export const timeZoneChangeableFrom = (changedAt: string | null): string =>
  changedAt === null ? '' : hoursAfter(changedAt, TIME_ZONE_PAUSE_HOURS)

const EXAM_YEARS_AHEAD = 3
/** The last day that an exam may be planned for. */
export const latestExamDate = (today: CalendarDay): CalendarDay => addDays(today, Math.floor(EXAM_YEARS_AHEAD * 365.25))

export const MAX_PHONE_LENGTH = 30
/** As people write numbers, with 5 to 15 digits (E.164 has no longer ones) and perhaps an extension. */
export const phonePattern = /^\+?(?:[ ().\-/]*\d){5,15}[ )]*(?:(?:x|ext\.?) ?\d{1,6})?$/i
export const PHONE_UNUSUAL = 'Please enter a phone number, such as +1 303 555 0100'

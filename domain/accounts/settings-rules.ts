import { addDays, type CalendarDay, hoursAfter } from '../calendar.ts'

/** The longest day (clocks put back) has 25 hours, so the day of a change is over before the next change. */
const TIME_ZONE_PAUSE_HOURS = 25

export const timeZoneChangeableFrom = (changedAt: string | null): string =>
  changedAt === null ? '' : hoursAfter(changedAt, TIME_ZONE_PAUSE_HOURS)

const EXAM_YEARS_AHEAD = 3
export const latestExamDate = (today: CalendarDay): CalendarDay => addDays(today, Math.floor(EXAM_YEARS_AHEAD * 365.25))

export const MAX_PHONE_LENGTH = 30
/** 5 to 15 digits (the E.164 maximum), optionally with an extension. */
export const phonePattern = /^\+?(?:[ ().\-/]*\d){5,15}[ )]*(?:(?:x|ext\.?) ?\d{1,6})?$/i
export const PHONE_UNUSUAL = 'Please enter a phone number, such as +1 303 555 0100'

import { addDays, type CalendarDay } from '@medicready/domain/calendar'

/**
 * The days that can be today somewhere on earth. A query asks for all of them, so that it need not know the account's
 * time zone before it runs.
 */
export function possibleToday(now: string): { from: CalendarDay; to: CalendarDay } {
  const utc = now.slice(0, 'YYYY-MM-DD'.length)
  return { from: addDays(utc, -1), to: addDays(utc, 1) }
}

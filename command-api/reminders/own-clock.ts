import type { AccountCalendar } from '@medicready/domain/accounts/account-day'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { instantOf, localTimeAt } from '@medicready/domain/tutoring/local-time'

/** What the clocks of a time zone show at an instant: '13:00'. */
export function timeShown(instant: string, timeZone: string): string {
  const { minutes } = localTimeAt(Date.parse(instant), timeZone)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** When a day of somebody's is over. */
export const endOfDay = (date: CalendarDay, { timeZone }: AccountCalendar): string =>
  new Date(instantOf({ day: addDays(date, 1), minutes: 0 }, timeZone)).toISOString()

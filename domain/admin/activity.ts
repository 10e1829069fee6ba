import { addDays, type CalendarDay, weekOf } from '../core/shown/calendar.ts'
import { ACTIVE_DAYS } from './shown/figure-names.ts'

/** Business days are UTC days. */
export const dayOf = (instant: string): CalendarDay => instant.slice(0, 10)
/** `YYYY-MM` */
export const monthOf = (day: CalendarDay): string => day.slice(0, 7)

/** Active: on the day of an answer and the 13 days after it. Returns the difference to the last answer's window. */
export function activityOn(day: CalendarDay, last: CalendarDay | null) {
  const ends = addDays(day, ACTIVE_DAYS)
  const wouldEnd = last === null ? null : addDays(last, ACTIVE_DAYS)
  const goesOn = wouldEnd !== null && wouldEnd > day
  return {
    changes: [
      { day: goesOn ? wouldEnd : day, by: 1 },
      { day: ends, by: -1 },
    ],
    isFirstInWeek: last === null || weekOf(last) !== weekOf(day),
    isFirstInMonth: last === null || monthOf(last) !== monthOf(day),
  }
}

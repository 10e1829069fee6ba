import { addDays, type CalendarDay } from '@medicready/domain/calendar'

/** The day that is shown, in UTC: today, unless an earlier one is asked for. */
export interface ShownDay {
  readonly day: CalendarDay
  readonly isToday: boolean
  /** The first instant after it. */
  readonly end: string
}

export function shownDay(asOf: CalendarDay | undefined, now: string): ShownDay {
  const today = now.slice(0, 10)
  const day = asOf !== undefined && asOf < today ? asOf : today
  return { day, isToday: day === today, end: `${addDays(day, 1)}T00:00:00.000Z` }
}

import { calendarDay } from '@medicready/domain/calendar'

/** Days in the given time zone. */
export const startsByDay = (starts: readonly string[], timeZone: string): { day: string; starts: string[] }[] =>
  [...Map.groupBy(starts.toSorted(), (startsAt) => calendarDay(startsAt, timeZone))].map(([day, onDay]) => ({ day, starts: onDay }))

import { calendarDay } from '@medicready/domain/calendar'

/** The days of a clock on which a session may begin, each with its times in their order. */
export const startsByDay = (starts: readonly string[], timeZone: string): { day: string; starts: string[] }[] =>
  [...Map.groupBy(starts.toSorted(), (startsAt) => calendarDay(startsAt, timeZone))].map(([day, onDay]) => ({ day, starts: onDay }))

import { addDays, type CalendarDay, weekOf } from '../calendar.ts'
import { ACTIVE_DAYS } from '../contract/admin/figure-names.ts'

/** Days of the business are those of UTC. */
export const dayOf = (instant: string): CalendarDay => instant.slice(0, 10)
/** `YYYY-MM` */
export const monthOf = (day: CalendarDay): string => day.slice(0, 7)

/** What a first answer of a student on a day changes in the counts of who is active. */
export interface ActivityChange {
  /** Of the count of those who answered in the last days: by how much it changes, from which day on. */
  readonly changes: readonly { readonly day: CalendarDay; readonly by: 1 | -1 }[]
  readonly isFirstInWeek: boolean
  readonly isFirstInMonth: boolean
}

/**
 * Who answers on a day is active on it and on the 13 days after it. The last day before, null for none, said already
 * until when: only what differs changes. Days come in their order.
 */
export function activityOn(day: CalendarDay, last: CalendarDay | null): ActivityChange {
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

import { addDays, type CalendarDay } from '../../calendar.ts'

/** The mock exams on the way to the real one. */

/** The last one comes so many days before the exam: early enough to still work on what it shows. */
const LAST_DAYS_BEFORE = 7
const DAYS_BETWEEN = 14
/** Days after its own on which one that was missed comes again. One that was missed on all of them is let go. */
const COMES_AGAIN_AFTER = [0, 3, 6] as const
/** No mock exams on the last days. */
const LEAST_DAYS_BEFORE = 3

interface Until {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  /** The day of the latest mock exam that the learner began; null where there is none. */
  readonly latest: CalendarDay | null
}

/**
 * On which days until the exam there is a mock exam: every second week, counted back from the exam's day, so that the
 * days stay where they are when a plan is laid out anew.
 */
export function mockExamDays({ today, examDate, latest }: Until): ReadonlySet<CalendarDay> {
  const days = new Set<CalendarDay>()
  const last = addDays(examDate, -LEAST_DAYS_BEFORE)
  const isOpen = (own: CalendarDay) => addDays(own, COMES_AGAIN_AFTER[2]) >= today
  for (let own = addDays(examDate, -LAST_DAYS_BEFORE); isOpen(own); own = addDays(own, -DAYS_BETWEEN)) {
    const isToCome = (day: CalendarDay) => day >= today && day <= last && (latest === null || latest < own || latest === day)
    const day = COMES_AGAIN_AFTER.map((after) => addDays(own, after)).find(isToCome)
    if (day !== undefined) days.add(day)
  }
  return days
}

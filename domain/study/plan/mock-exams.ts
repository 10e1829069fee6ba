import { addDays, type CalendarDay } from '../../core/calendar.ts'

/** Early enough to still work on the results. */
const LAST_DAYS_BEFORE = 7
const DAYS_BETWEEN = 14
/** Days after which a missed exam is offered again. */
const COMES_AGAIN_AFTER = [0, 3, 6] as const
/** No mock exams in the last days. */
const LEAST_DAYS_BEFORE = 3

interface Until {
  readonly today: CalendarDay
  readonly examDate: CalendarDay
  readonly latest: CalendarDay | null
}

/** Every second week, counted back from the exam, so that days do not move when the plan is laid out again. */
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

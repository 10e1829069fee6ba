import { addDays, type CalendarDay, daysBetween } from '../../core/calendar.ts'
import type { Card } from './card.ts'

// Brings cards back before the exam. Applied when read: the exam date is personal and must not affect the fold.

export const SPREAD_DAYS = 14

/** Due on or after the exam: a day in the last third of the time left, by question id. Null: no exam planned. */
export function dueOn(
  { questionId, lastReviewDate, nextReviewDate }: Pick<Card, 'lastReviewDate' | 'nextReviewDate'> & { readonly questionId: string },
  examDate: CalendarDay | null,
): CalendarDay {
  if (examDate === null || examDate <= lastReviewDate || nextReviewDate < examDate) return nextReviewDate
  const left = daysBetween(lastReviewDate, examDate)
  const days = Math.min(SPREAD_DAYS, Math.max(1, Math.floor(left / 3)))
  return addDays(examDate, left > 1 ? -1 - (placeOf(questionId) % days) : 0)
}

/** Whether an exam may make cards due today whose own day has not come. */
export const mayBringForward = (examDate: CalendarDay | null, today: CalendarDay): boolean =>
  examDate !== null && examDate <= addDays(today, SPREAD_DAYS)

/** The last digits of an id are evenly distributed. */
const placeOf = (questionId: string): number => Number.parseInt(questionId.slice(-4), 16)

/** Carries reviews that exceed a day's room over to the following days. */
export function spreadOver(due: readonly number[], room: (index: number) => number): number[] {
  let waiting = 0
  return due.map((count, index) => {
    const done = Math.min(waiting + count, room(index))
    waiting += count - done
    return done
  })
}

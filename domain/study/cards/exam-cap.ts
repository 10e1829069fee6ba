import { addDays, type CalendarDay, daysBetween } from '../../calendar.ts'
import type { Card } from './card.ts'

/**
 * Every card comes again before the exam. The date of an exam is personal and may be changed: so it is no part of the
 * fold, which must come to the same rows after an account was erased, but is looked at whenever cards are read.
 */

/** Before an exam, the cards that would come after it are spread over so many days at the most. */
export const SPREAD_DAYS = 14

/**
 * The day on which a card is due, given the day of an exam that has not gone by; null where none is planned. What would
 * come on the exam's day or later comes in the last third of the days that are left of those since the last review,
 * each card on a day that follows from its question; on the exam's own day where no day lies between.
 */
export function dueOn(
  { questionId, lastReviewDate, nextReviewDate }: Pick<Card, 'lastReviewDate' | 'nextReviewDate'> & { readonly questionId: string },
  examDate: CalendarDay | null,
): CalendarDay {
  if (examDate === null || examDate <= lastReviewDate || nextReviewDate < examDate) return nextReviewDate
  const left = daysBetween(lastReviewDate, examDate)
  const days = Math.min(SPREAD_DAYS, Math.max(1, Math.floor(left / 3)))
  return addDays(examDate, left > 1 ? -1 - (placeOf(questionId) % days) : 0)
}

/** Whether the day of an exam may make cards due by today whose own day has not come. */
export const mayBringForward = (examDate: CalendarDay | null, today: CalendarDay): boolean =>
  examDate !== null && examDate <= addDays(today, SPREAD_DAYS)

/** The last digits of an id are as good as chance. */
const placeOf = (questionId: string): number => Number.parseInt(questionId.slice(-4), 16)

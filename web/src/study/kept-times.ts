import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/account-day'
import { addDays, type CalendarDay, DAY_MILLISECONDS } from '@medicready/domain/calendar'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { Response } from '../api/client.ts'
import type { SessionRead } from './kept-studies.ts'

/** How long what is kept is of use, and what is left of it. */

/** When a day is over on the calendar of an account, to the second. It lies within three days of now. */
export function endOfDay(day: CalendarDay, calendar: AccountCalendar, now: number): number {
  let [before, after] = [now, now + 3 * DAY_MILLISECONDS]
  while (after - before > 1000) {
    const middle = (before + after) / 2
    if (accountDay(new Date(middle).toISOString(), calendar) > day) after = middle
    else before = middle
  }
  return after
}

/** A session may be answered until the day after the one that began it is over. */
export const lastDayOf = ({ session: { startedAt } }: SessionRead, calendar: AccountCalendar): CalendarDay =>
  addDays(accountDay(startedAt, calendar), 1)

export type KeptQuestion = Response<'GET /api/questions/{id}'>

/** What is kept: of a day, of a session, or a question by itself. */
export type Kept = DailyQuestion[] | SessionRead | KeptQuestion

/** How many questions are left to answer; `waits` tells which answers wait to be sent. */
export function leftIn(kept: Kept, waits: (questionId: string, studySessionId: string | null) => boolean): number {
  if (Array.isArray(kept)) return kept.filter(({ questionId, isCompleted }) => !isCompleted && !waits(questionId, null)).length
  if ('stem' in kept) return waits(kept.id, null) ? 0 : 1
  const { id, questions } = kept.session
  return questions.filter(({ questionId, isAnswered }) => !isAnswered && !waits(questionId, id)).length
}

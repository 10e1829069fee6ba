import type { CalendarDay } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { completion } from './complete-exam.ts'
import { deadlineOf, type ExamEvent, type ExamState, itemsOf } from './exam.ts'

/**
 * Gives an exam up, once. One whose time is up is completed instead. Refused with `examNotFound` before it was started,
 * and with `examEnded` once it was completed.
 */
export const giveUpExam =
  ({ now, date }: { readonly now: string; readonly date: CalendarDay }): Decide<ExamState, ExamEvent> =>
  (state) => {
    const { started, answers, completed, givenUp } = state
    if (!started) throw new Rejection('examNotFound')
    if (givenUp) return []
    if (completed) throw new Rejection('examEnded')
    if (now >= deadlineOf(started)) return completion(state, { endedBy: 'timeout', date })
    const { userId, examId, examType, blueprint } = started
    const seen = itemsOf(state)
      .slice(0, answers.length + 1)
      .map(({ questionId, questionVersion, module }) => ({ questionId, questionVersion, module }))
    return [{ type: 'ExamGivenUp', data: { userId, examId, date, examType, blueprint, answered: answers.length, seen } }]
  }

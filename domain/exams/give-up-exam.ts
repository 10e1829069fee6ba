import type { CalendarDay } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { completion } from './complete-exam.ts'
import { deadlineOf, type ExamEvent, type ExamState, itemsOf } from './exam.ts'

/** If time is up, it is completed instead. Rejects with `examNotFound` or `examEnded`. */
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

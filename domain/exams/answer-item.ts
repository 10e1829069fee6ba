import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { decideNext } from './adaptive.ts'
import { completion } from './complete-exam.ts'
import { choicesOf, deadlineOf, type ExamAnswer, type ExamEvent, type ExamState, hasEnded, itemToAnswer } from './exam.ts'
import type { PreparedPool } from './prepared-pool.ts'

type Marked = Pick<ExamAnswer, 'questionId' | 'answer' | 'isCorrect' | 'date' | 'answeredAt' | 'timeSpentSeconds'>

/**
 * The first answer stands; one after the deadline ends the exam instead. Rejects with `examNotFound`, `examEnded`, or
 * `questionNotFound`.
 */
export const answerItem =
  (marked: Marked, pool: PreparedPool): Decide<ExamState, ExamEvent> =>
  (state) => {
    const { started, answers } = state
    if (!started) throw new Rejection('examNotFound')
    if (answers.some(({ questionId }) => questionId === marked.questionId)) return []
    if (hasEnded(state)) throw new Rejection('examEnded')
    const { date, answeredAt } = marked
    if (answeredAt > deadlineOf(started)) return completion(state, { endedBy: 'timeout', date })
    const item = itemToAnswer(state)
    if (item?.questionId !== marked.questionId) throw new Rejection('questionNotFound')

    const { ability, standardError, decision } = decideNext(pool, started, choicesOf(state), [...answers, marked])
    const answer: ExamAnswer = {
      userId: started.userId,
      examId: started.examId,
      date,
      questionId: item.questionId,
      questionVersion: item.questionVersion,
      module: item.module,
      set: item.set,
      order: answers.length + 1,
      category: item.category,
      difficulty: item.difficulty,
      answer: marked.answer,
      isCorrect: marked.isCorrect,
      isScored: !item.isPilot,
      answeredAt,
      timeSpentSeconds: Math.min(marked.timeSpentSeconds, secondsFrom(answers.at(-1)?.answeredAt ?? started.startedAt, answeredAt)),
      ability,
      standardError,
      next: decision.kind === 'give' ? decision.choice : null,
    }
    const answered: ExamEvent = { type: 'ExamAnswered', data: answer }
    if (decision.kind !== 'stop') return [answered]
    return [answered, ...completion({ ...state, answers: [...answers, answer] }, { endedBy: decision.endedBy, date })]
  }

/** Never negative: clocks may differ slightly. */
const secondsFrom = (from: string, to: string): number => Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

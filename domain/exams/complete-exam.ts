import type { CalendarDay } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import type { EventOf } from '../event.ts'
import { Rejection } from '../rejection.ts'
import { type CountedAnswer, deadlineOf, type ExamAnswer, type ExamCompleted, type ExamEvent, type ExamState, hasEnded } from './exam.ts'
import { scoreOf } from './score.ts'
import { outcomeOf } from './stopping.ts'

type Completed = EventOf<typeof ExamCompleted>['data']

const beforeTheFirst = { ability: 0, standardError: 1 } as const

/** Once; a given-up exam stays so. Rejects with `examNotFound`, and with `examTimeLeft` while time is left. */
export const completeExam =
  ({ now, date }: { readonly now: string; readonly date: CalendarDay }): Decide<ExamState, ExamEvent> =>
  (state) => {
    if (!state.started) throw new Rejection('examNotFound')
    if (hasEnded(state)) return []
    if (now < deadlineOf(state.started)) throw new Rejection('examTimeLeft')
    return completion(state, { endedBy: 'timeout', date })
  }

export function completion({ started, answers }: ExamState, end: Pick<Completed, 'endedBy' | 'date'>): ExamEvent[] {
  if (!started) return []
  const { userId, examId, examType, blueprint, cut, minItems } = started
  const { ability, standardError } = answers.at(-1) ?? beforeTheFirst
  const scored = answers.filter(({ isScored }) => isScored)
  const isLongEnough = answers.length >= minItems
  const outcome = isLongEnough ? outcomeOf({ ability, standardError }, cut) : 'undetermined'
  return [
    {
      type: 'ExamCompleted',
      data: {
        userId,
        examId,
        ...end,
        examType,
        blueprint,
        outcome,
        passedAt95Confidence: outcome === 'pass',
        score: isLongEnough ? scoreOf(ability, cut) : shortScore(scoreOf(ability, cut), answers.length / minItems),
        ability,
        standardError,
        answered: answers.length,
        scored: scored.length,
        correct: scored.filter(({ isCorrect }) => isCorrect).length,
        timeSpentSeconds: answers.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
        answers: answers.map(counted),
      },
    },
  ]
}

/** Score of an exam that ended early: unanswered items count as wrong. */
const shortScore = (score: number, part: number): number => Math.floor(score * part)

const counted = (answer: ExamAnswer): CountedAnswer => ({
  questionId: answer.questionId,
  questionVersion: answer.questionVersion,
  module: answer.module,
  order: answer.order,
  date: answer.date,
  answeredAt: answer.answeredAt,
  answer: answer.answer,
  isCorrect: answer.isCorrect,
  isScored: answer.isScored,
  timeSpentSeconds: answer.timeSpentSeconds,
})

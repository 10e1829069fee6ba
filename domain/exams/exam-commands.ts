import { z } from 'zod'
import type { Decide } from '../core/decider.ts'
import type { DataOf } from '../core/event.ts'
import type { CalendarDay } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { decideNext } from './adaptive.ts'
import {
  CompletedAnswer,
  choicesOf,
  deadlineOf,
  type ExamAnswer,
  type ExamEvent,
  type ExamState,
  hasEnded,
  itemsOf,
  itemToAnswer,
  totalsOf,
} from './exam.ts'
import type { PreparedPool } from './prepared-pool.ts'
import { outcomeOf, scoreOf } from './shown/score.ts'

export type ExamPlan = Omit<DataOf<ExamEvent, 'ExamStarted'>, 'first'>

export const startExam =
  (plan: ExamPlan, pool: PreparedPool): Decide<ExamState, ExamEvent> =>
  ({ started }) => {
    if (started) return []
    const { decision } = decideNext(pool, plan, [], [])
    if (decision.kind !== 'give') throw new Rejection('examPoolTooSmall')
    return [{ type: 'ExamStarted', data: { ...plan, first: decision.choice } }]
  }

type Marked = Pick<ExamAnswer, 'questionId' | 'answer' | 'isCorrect' | 'date' | 'answeredAt' | 'timeSpentSeconds'>

/** The first answer stands; one after the deadline ends the exam. Rejects all but the current question. */
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
    const { discrimination: _, isPilot, ...given } = item
    const answer: ExamAnswer = {
      ...marked,
      ...given,
      userId: started.userId,
      examId: started.examId,
      order: answers.length + 1,
      isScored: !isPilot,
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

type Completed = DataOf<ExamEvent, 'ExamCompleted'>

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
        ...totalsOf(answers),
        answers: z.array(CompletedAnswer).parse(answers),
      },
    },
  ]
}

/** Score of an exam that ended early: unanswered items count as wrong. */
const shortScore = (score: number, part: number): number => Math.floor(score * part)

import { z } from 'zod'
import { UNLIMITED } from '../billing/tiers.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { ItemAnswer } from '../questions/item.ts'
import { Rejection } from '../rejection.ts'
import { moduleNames } from './modules.ts'

/**
 * `studyDay-<userId>_<date>`: what one learner was given and answered on one calendar day of their own. Enforces the
 * daily limit of the tier, exactly: it counts questions delivered, so drawing again what was drawn today costs nothing.
 *
 * An answer counts for the day whose stream holds it, which is the `date` in its data: streak, week and limit all go by
 * that date, never by the time of the event. What a day delivered may still be answered while the next day lasts.
 */

export const studyModes = ['daily', 'practice', 'review', 'tutor_mode', 'timed_exam'] as const
export type StudyMode = (typeof studyModes)[number]

const deliveredQuestion = z.object({ questionId: z.uuid(), questionVersion: z.int().min(1), module: z.enum(moduleNames) })
export type DeliveredQuestion = z.infer<typeof deliveredQuestion>

const day = { userId: z.uuid(), date: z.iso.date() }

export const DailyQuestionsAssigned = defineEvent('DailyQuestionsAssigned', { ...day, questions: z.array(deliveredQuestion).min(1) })

export const QuestionsDrawn = defineEvent('QuestionsDrawn', {
  ...day,
  questions: z.array(deliveredQuestion).min(1),
  /** The study mode that they were drawn for; null for a question that was answered without having been drawn. */
  mode: z.enum(studyModes).nullable(),
  studySessionId: z.uuid().nullable(),
})

export const AnswerSubmitted = defineEvent('AnswerSubmitted', {
  ...day,
  ...deliveredQuestion.shape,
  /** Null when time ran out before anything was chosen. */
  answer: ItemAnswer.nullable(),
  isCorrect: z.boolean(),
  /** Whether it counts as right or wrong: all but answers to pilots, as the question stood then. */
  isScored: z.boolean(),
  /** The study mode that the question was delivered for; null for one that was answered without having been drawn. */
  mode: z.enum(studyModes).nullable(),
  studySessionId: z.uuid().nullable(),
  timeSpentSeconds: z.int().min(0),
  /** 1 (guessing) to 5 (certain); null where the mode does not ask. */
  confidence: z.int().min(1).max(5).nullable(),
  flaggedForReview: z.boolean(),
})

/** The learner wants to see a question of the day again. */
export const QuestionFlaggedForReview = defineEvent('QuestionFlaggedForReview', { ...day, questionId: z.uuid() })

export const studyDayEvents = [DailyQuestionsAssigned, QuestionsDrawn, AnswerSubmitted, QuestionFlaggedForReview] as const
export type StudyDayEvent = EventOf<(typeof studyDayEvents)[number]>
export type Answer = EventOf<typeof AnswerSubmitted>['data']

/** A question as a day gave it. */
export interface Delivery extends DeliveredQuestion {
  /** What it was delivered for; null for a question that was answered without having been drawn. */
  readonly mode: StudyMode | null
}

export interface StudyDayState {
  /** Every question delivered today, by its id. */
  readonly delivered: ReadonlyMap<string, Delivery>
  /** The ids of today's daily questions, in the order in which they were assigned. */
  readonly daily: readonly string[]
  /** The first answer to each question, by `answerKey`. */
  readonly answers: ReadonlyMap<string, Answer>
  /** The ids of the questions that were flagged, with their answer or after it. */
  readonly flagged: ReadonlySet<string>
}

/** A question is answered once in each study session, and once outside all sessions. */
export const answerKey = (answer: { questionId: string; studySessionId: string | null }): string =>
  `${answer.questionId}@${answer.studySessionId ?? 'day'}`

export const studyDay: Aggregate<StudyDayState, StudyDayEvent> = {
  category: 'studyDay',
  initial: { delivered: new Map(), daily: [], answers: new Map(), flagged: new Set() },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DailyQuestionsAssigned':
        return {
          ...state,
          delivered: withDelivered(state, event.data.questions, 'daily'),
          daily: [...state.daily, ...event.data.questions.map((question) => question.questionId)],
        }
      case 'QuestionsDrawn':
        return { ...state, delivered: withDelivered(state, event.data.questions, event.data.mode) }
      case 'AnswerSubmitted':
        return {
          ...state,
          answers: new Map(state.answers).set(answerKey(event.data), event.data),
          flagged: event.data.flaggedForReview ? new Set(state.flagged).add(event.data.questionId) : state.flagged,
        }
      case 'QuestionFlaggedForReview':
        return { ...state, flagged: new Set(state.flagged).add(event.data.questionId) }
    }
  },
}

/** A daily question that is drawn again stays a daily one. */
function withDelivered(state: StudyDayState, questions: readonly DeliveredQuestion[], mode: StudyMode | null): Map<string, Delivery> {
  const delivered = new Map(state.delivered)
  for (const question of questions)
    delivered.set(question.questionId, { ...question, mode: state.daily.includes(question.questionId) ? 'daily' : mode })
  return delivered
}

export const studyDayId = (userId: string, date: string): string => `${userId}_${date}`

interface Draw {
  readonly userId: string
  readonly date: string
  /** From the tier; -1 when unlimited. */
  readonly dailyLimit: number
  /** Best first. Questions that were delivered today already are passed over. */
  readonly candidates: readonly DeliveredQuestion[]
  readonly count: number
}

/**
 * Assigns today's questions. Assigning again adds only what is missing to `count`. A request for more than what is left
 * of the limit gets what is left. Refused with `dailyLimitReached` at 0 left.
 */
export const assignDailyQuestions =
  (command: Draw): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    const questions = allowedToday(state, command, command.count - state.daily.length)
    if (questions.length === 0) return []
    return [{ type: 'DailyQuestionsAssigned', data: { userId: command.userId, date: command.date, questions } }]
  }

function allowedToday(state: StudyDayState, { dailyLimit, candidates }: Draw, count: number): DeliveredQuestion[] {
  const left = dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : dailyLimit - state.delivered.size
  if (left <= 0) throw new Rejection('dailyLimitReached')
  return candidates.filter((candidate) => !state.delivered.has(candidate.questionId)).slice(0, Math.max(0, Math.min(count, left)))
}

/**
 * Records an answer; the first one to a question stands. A question that was never drawn counts as drawn by answering
 * it, and is refused with `dailyLimitReached` when the limit does not allow one more.
 */
export const submitAnswer =
  (command: Answer & { readonly dailyLimit: number }): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    const { dailyLimit, ...answer } = command
    if (state.answers.has(answerKey(answer))) return []
    const submitted = { type: 'AnswerSubmitted', data: answer } as const
    if (state.delivered.has(answer.questionId)) return [submitted]
    const { userId, date, questionId, questionVersion, module } = answer
    const questions = allowedToday(state, { userId, date, dailyLimit, candidates: [{ questionId, questionVersion, module }], count: 1 }, 1)
    return [{ type: 'QuestionsDrawn', data: { userId, date, questions, mode: null, studySessionId: null } }, submitted]
  }

/** Flags a question of the day. Refused with `questionNotFound` when it was not delivered on this day. */
export const flagForReview =
  (command: { userId: string; date: string; questionId: string }): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    if (!state.delivered.has(command.questionId)) throw new Rejection('questionNotFound')
    return state.flagged.has(command.questionId) ? [] : [{ type: 'QuestionFlaggedForReview', data: command }]
  }

import { z } from 'zod'
import { UNLIMITED } from '../billing/tiers.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, type Upcaster } from '../event.ts'
import { appended, withEntry, withMember } from '../growing.ts'
import { ItemAnswer } from '../questions/item.ts'
import { Rejection } from '../rejection.ts'
import { asItStands, DeliveredQuestion, givenQuestion, type PlaceInSet, portionsOf } from './delivered-question.ts'

/**
 * `studyDay-<userId>_<date>`: what one learner was given and answered on one calendar day of their own. Enforces the
 * daily limit of the tier, exactly: it counts questions delivered, so drawing again what was drawn today costs nothing.
 *
 * An answer counts for the day whose stream holds it, which is the `date` in its data: streak, week and limit all go by
 * that date, never by the time of the event. What a day delivered may still be answered while the next day lasts.
 *
 * A set is delivered as a whole, in the order of its parts, each of which counts. A part is closed until every part
 * before it was answered, since it may tell what they asked for; and as an answer stands, what opened stays open.
 *
 * A study session draws its questions from the day that begins it, and its answers stand in that day. The day also
 * closes it to answers, so that an answer which comes while it is completed counts or is refused.
 */

export const studyModes = ['daily', 'practice', 'review', 'tutor_mode', 'timed_exam'] as const
export type StudyMode = (typeof studyModes)[number]

const day = { userId: z.uuid(), date: z.iso.date() }
const delivered = { questions: z.array(DeliveredQuestion).min(1) }

const withEach =
  (more: Readonly<Record<string, unknown>>): Upcaster =>
  ({ questions, ...rest }) => ({
    ...rest,
    questions: (questions as Record<string, unknown>[]).map((question) => ({ ...question, ...more })),
  })

/** The first versions were written before there were sets, the second before an order and a cause were noted. */
const upcasters = [withEach({ set: null }), withEach({ shuffle: null, why: null })]

export const DailyQuestionsAssigned = defineEvent('DailyQuestionsAssigned', { ...day, ...delivered }, { upcasters })

export const QuestionsDrawn = defineEvent(
  'QuestionsDrawn',
  {
    ...day,
    ...delivered,
    /** The study mode that they were drawn for; null for a question that was answered without having been drawn. */
    mode: z.enum(studyModes).nullable(),
    studySessionId: z.uuid().nullable(),
    /** When, for a timed exam: the clock of its first question begins. */
    at: z.iso.datetime().optional(),
  },
  { upcasters },
)

export const AnswerSubmitted = defineEvent(
  'AnswerSubmitted',
  {
    ...day,
    ...givenQuestion,
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
    /** When it was given, where it waited to be sent: its `date` goes by this. Null for one that was sent at once. */
    givenAt: z.iso.datetime().nullable(),
    /** When it came, in a timed exam: the clock of the next question begins. */
    at: z.iso.datetime().optional(),
  },
  // At first, answers were sent at once or not at all.
  { upcasters: [(answer) => ({ ...answer, givenAt: null })] },
)

/** The learner wants to see a question of the day again. */
export const QuestionFlaggedForReview = defineEvent('QuestionFlaggedForReview', { ...day, questionId: z.uuid() })

/** No more answers come to a study session: it is completed with those that stand. */
export const StudySessionClosed = defineEvent('StudySessionClosed', { ...day, studySessionId: z.uuid() })

export const studyDayEvents = [
  DailyQuestionsAssigned,
  QuestionsDrawn,
  AnswerSubmitted,
  QuestionFlaggedForReview,
  StudySessionClosed,
] as const
export type StudyDayEvent = EventOf<(typeof studyDayEvents)[number]>
export type Answer = EventOf<typeof AnswerSubmitted>['data']

/** A question as a day gave it. */
export interface Delivery extends DeliveredQuestion {
  /** What it was delivered for; null for a question that was answered without having been drawn. */
  readonly mode: StudyMode | null
}

/** The questions of one study session, in their order. */
export interface DrawnSession {
  readonly mode: StudyMode
  readonly questions: readonly DeliveredQuestion[]
  /** Whether no more answers come to it. */
  readonly hasEnded: boolean
  /** When the clock of the next answer began; left out where nothing counts down. */
  readonly clockFrom?: string | undefined
}

export interface StudyDayState {
  /** Every question delivered today, by its id. */
  readonly delivered: ReadonlyMap<string, Delivery>
  /** The ids of today's daily questions, in the order in which they were assigned. */
  readonly daily: readonly string[]
  /** What was drawn for each study session, by its id. */
  readonly sessions: ReadonlyMap<string, DrawnSession>
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
  initial: { delivered: new Map(), daily: [], sessions: new Map(), answers: new Map(), flagged: new Set() },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DailyQuestionsAssigned':
        return {
          ...state,
          delivered: withDelivered(state, event.data.questions, 'daily'),
          daily: appended(state.daily, ...event.data.questions.map((question) => question.questionId)),
        }
      case 'QuestionsDrawn':
        return {
          ...state,
          delivered: withDelivered(state, event.data.questions, event.data.mode),
          sessions: withSession(state, event.data),
        }
      case 'AnswerSubmitted':
        return {
          ...state,
          sessions: withClock(state, event.data),
          answers: withEntry(state.answers, answerKey(event.data), event.data),
          flagged: event.data.flaggedForReview ? withMember(state.flagged, event.data.questionId) : state.flagged,
        }
      case 'QuestionFlaggedForReview':
        return { ...state, flagged: withMember(state.flagged, event.data.questionId) }
      case 'StudySessionClosed':
        return { ...state, sessions: withoutMoreAnswers(state, event.data.studySessionId) }
    }
  },
}

/** A daily question that is drawn again stays a daily one. */
const withDelivered = ({ delivered }: StudyDayState, questions: readonly DeliveredQuestion[], mode: StudyMode | null) =>
  questions.reduce(
    (all, question) =>
      withEntry(all, question.questionId, { ...question, mode: all.get(question.questionId)?.mode === 'daily' ? 'daily' : mode }),
    delivered,
  )

function withSession(
  { sessions }: StudyDayState,
  { studySessionId, mode, questions, at }: EventOf<typeof QuestionsDrawn>['data'],
): StudyDayState['sessions'] {
  if (studySessionId === null || mode === null) return sessions
  return withEntry(sessions, studySessionId, { mode, questions, hasEnded: false, ...(at && { clockFrom: at }) })
}

function withClock({ sessions }: StudyDayState, { studySessionId, at }: Answer): StudyDayState['sessions'] {
  const session = at === undefined || studySessionId === null ? undefined : sessions.get(studySessionId)
  return session && studySessionId ? withEntry(sessions, studySessionId, { ...session, clockFrom: at }) : sessions
}

function withoutMoreAnswers({ sessions }: StudyDayState, studySessionId: string): StudyDayState['sessions'] {
  const session = sessions.get(studySessionId)
  return session ? withEntry(sessions, studySessionId, { ...session, hasEnded: true }) : sessions
}

/** More than a learner can study in a day, so that the stream of a day stays short. */
export const MOST_SESSIONS_A_DAY = 300
export const MOST_ANSWERS_A_DAY = 2_000
/** Of the answers, those to questions that nothing had drawn before. */
export const MOST_UNDRAWN_A_DAY = 100

export const studyDayId = (userId: string, date: string): string => `${userId}_${date}`

interface Draw {
  readonly userId: string
  readonly date: string
  /** From the tier; -1 when unlimited. */
  readonly dailyLimit: number
  /** Best first, all parts of a set in one row. Questions that were delivered today already are passed over. */
  readonly candidates: readonly DeliveredQuestion[]
  readonly count: number
}

/**
 * Assigns today's questions. Assigning again adds only what is missing to `count`. A request for more than what is left
 * of the limit gets what is left. A set that is larger than what is left is passed over, so that a learner who has one
 * question a day gets no sets. Refused with `dailyLimitReached` at 0 left.
 */
export const assignDailyQuestions =
  (command: Draw): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    const questions = allowedToday(state, command, command.count - state.daily.length)
    if (questions.length === 0) return []
    return [{ type: 'DailyQuestionsAssigned', data: { userId: command.userId, date: command.date, questions } }]
  }

interface SessionToDraw {
  readonly mode: Exclude<StudyMode, 'daily'>
  readonly studySessionId: string
  /** Now. */
  readonly at?: string
}

/**
 * Draws the questions of a study session, once. What the day has given already costs nothing; of what it has not, as
 * much is drawn as is left of the limit, a set as a whole or not at all. Refused with `dailyLimitReached` where nothing
 * can be drawn because of the limit, and with `studyLimitReached` after as many sessions as a day can have; decides
 * nothing where no candidate fits.
 */
export const drawForSession =
  (command: Draw & SessionToDraw): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    const { userId, date, mode, studySessionId, candidates, count, dailyLimit, at } = command
    if (state.sessions.has(studySessionId)) return []
    if (state.sessions.size >= MOST_SESSIONS_A_DAY) throw new Rejection('studyLimitReached')
    let left = leftToday(state, dailyLimit)
    let isOverLimit = false
    const questions: DeliveredQuestion[] = []
    for (const portion of portionsOf(candidates)) {
      const cost = portion.filter(({ questionId }) => !state.delivered.has(questionId)).length
      if (questions.length + portion.length > count) continue
      if (cost > left) {
        isOverLimit = true
        continue
      }
      questions.push(...portion)
      left -= cost
    }
    const clock = mode === 'timed_exam' && at !== undefined ? { at } : {}
    if (questions.length > 0) return [{ type: 'QuestionsDrawn', data: { userId, date, questions, mode, studySessionId, ...clock } }]
    if (isOverLimit) throw new Rejection('dailyLimitReached')
    return []
  }

/** How many questions the limit still allows that the day has not given. */
export const leftToday = (state: StudyDayState, dailyLimit: number): number =>
  dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : Math.max(0, dailyLimit - state.delivered.size)

function allowedToday(state: StudyDayState, { dailyLimit, candidates }: Draw, count: number): DeliveredQuestion[] {
  const left = leftToday(state, dailyLimit)
  if (left <= 0) throw new Rejection('dailyLimitReached')
  const allowed: DeliveredQuestion[] = []
  for (const portion of portionsOf(candidates)) {
    const fits = allowed.length + portion.length <= Math.min(count, left)
    if (fits && !portion.some(({ questionId }) => state.delivered.has(questionId))) allowed.push(...portion)
  }
  return allowed
}

/** Whether a question is a part of a set, and one of the parts before it waits for its answer. */
export function isClosed({ delivered, answers }: StudyDayState, questionId: string): boolean {
  const set = delivered.get(questionId)?.set
  if (!set) return false
  const answered = new Set([...answers.values()].map((answer) => answer.questionId))
  return [...delivered.values()].some((other) => other.set?.id === set.id && other.set.part < set.part && !answered.has(other.questionId))
}

/** The part of a set that follows a question; null after the last one, and for a question by itself. */
export function partAfter({ delivered }: StudyDayState, questionId: string): Delivery | null {
  const set = delivered.get(questionId)?.set
  if (!set) return null
  return [...delivered.values()].find((other) => other.set?.id === set.id && other.set.part === set.part + 1) ?? null
}

/** The timed exams of the day that a question was drawn for, and that go on. */
export const openExamsWith = ({ sessions }: StudyDayState, questionId: string): string[] =>
  [...sessions].flatMap(([id, { mode, questions, hasEnded }]) =>
    mode === 'timed_exam' && !hasEnded && questions.some((question) => question.questionId === questionId) ? [id] : [],
  )

type GivenAnswer = Answer & {
  readonly dailyLimit: number
  /** The set that the question is a part of now; null for a question by itself. */
  readonly set: PlaceInSet | null
  /** Of the mode; null where nothing counts down. */
  readonly secondsPerQuestion?: number | null
}

/** The way of an answer to us, and clocks that differ. */
export const PATIENCE_SECONDS = 15

/** An answer after the time of its question counts as none, and no more than that time counts as spent. */
function inTime({ sessions }: StudyDayState, answer: Answer, seconds: number | null): Answer {
  const from = sessions.get(answer.studySessionId ?? '')?.clockFrom
  if (from === undefined || answer.at === undefined || seconds === null) return answer
  const most = seconds + PATIENCE_SECONDS
  const timed = { ...answer, timeSpentSeconds: Math.min(answer.timeSpentSeconds, most) }
  return Date.parse(answer.at) - Date.parse(from) > most * 1_000 ? { ...timed, answer: null, isCorrect: false } : timed
}

/**
 * Records an answer; the first one to a question stands. A question that was never drawn counts as drawn by answering
 * it, and is refused with `dailyLimitReached` when the limit does not allow one more. Refused with `partClosed` for a
 * part of a set whose turn has not come, or that was not drawn: a part is never given without its set. Refused with
 * `questionNotFound` for a question that is not among those of its session, with `sessionEnded` where that takes no
 * more answers, and with `questionInExam` for a question that is among those of a timed exam that goes on, unless it is
 * answered there: figures that count answers would tell. Refused with `studyLimitReached` after as many answers as a
 * day can have, and after as many to questions that were never drawn.
 */
export const submitAnswer =
  ({ dailyLimit, set, secondsPerQuestion = null, ...answer }: GivenAnswer): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    if (state.answers.has(answerKey(answer))) return []
    const { userId, date, questionId, questionVersion, module } = answer
    if (!isOfSession(state, answer)) throw new Rejection('questionNotFound')
    if (hasEnded(state, answer)) throw new Rejection('sessionEnded')
    const exams = openExamsWith(state, questionId)
    if (exams.length > 0 && !exams.includes(answer.studySessionId ?? '')) throw new Rejection('questionInExam')
    if (isClosed(state, questionId)) throw new Rejection('partClosed')
    if (state.answers.size >= MOST_ANSWERS_A_DAY) throw new Rejection('studyLimitReached')
    const submitted = { type: 'AnswerSubmitted', data: inTime(state, answer, secondsPerQuestion) } as const
    if (state.delivered.has(questionId)) return [submitted]
    if (set !== null) throw new Rejection('partClosed')
    if ([...state.delivered.values()].filter(({ mode }) => mode === null).length >= MOST_UNDRAWN_A_DAY)
      throw new Rejection('studyLimitReached')
    const candidates = [{ questionId, questionVersion, module, set, ...asItStands }]
    const questions = allowedToday(state, { userId, date, dailyLimit, candidates, count: 1 }, 1)
    return [{ type: 'QuestionsDrawn', data: { userId, date, questions, mode: null, studySessionId: null } }, submitted]
  }

const isOfSession = ({ sessions }: StudyDayState, { studySessionId, questionId }: Answer): boolean =>
  studySessionId === null || (sessions.get(studySessionId)?.questions.some((question) => question.questionId === questionId) ?? false)

/** Whether an answer is one in a session that takes no more. */
export const hasEnded = ({ sessions }: StudyDayState, { studySessionId }: Pick<Answer, 'studySessionId'>): boolean =>
  studySessionId !== null && sessions.get(studySessionId)?.hasEnded === true

/** Closes a session of the day to answers, once. */
export const closeSession =
  (command: { userId: string; date: string; studySessionId: string }): Decide<StudyDayState, StudyDayEvent> =>
  ({ sessions }) =>
    sessions.get(command.studySessionId)?.hasEnded === false ? [{ type: 'StudySessionClosed', data: command }] : []

/**
 * Flags a question of the day. Refused with `questionNotFound` when it was not delivered on this day, and with
 * `partClosed` while it cannot have been read.
 */
export const flagForReview =
  (command: { userId: string; date: string; questionId: string }): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    if (!state.delivered.has(command.questionId)) throw new Rejection('questionNotFound')
    if (isClosed(state, command.questionId)) throw new Rejection('partClosed')
    return state.flagged.has(command.questionId) ? [] : [{ type: 'QuestionFlaggedForReview', data: command }]
  }

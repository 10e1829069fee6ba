import { z } from 'zod'
import { UNLIMITED } from '../billing/shown/tiers.ts'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, type Upcaster } from '../core/event.ts'
import { appended, withEntry, withMember } from '../core/growing.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import { ItemAnswer } from '../questions/content/item.ts'
import { asItStands, DeliveredQuestion, givenQuestion, type PlaceInSet, portionsOf } from '../questions/delivered-question.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type StudyMode, studyModes } from './shown/modes.ts'

// A late answer's claimed time cannot be verified, so it is bounded: not in the future, not older than the limit.

export const MOST_HOURS_UNSENT = 72
/** Delays below this are network latency and not recorded. */
const ON_ITS_WAY_HOURS = 1 / 60

/** A clock that is ahead counts as the time of arrival. Rejects with `answerTooLate`. */
export function givenTime(claimed: string | null, now: string): { readonly at: string; readonly isLate: boolean } {
  if (claimed === null || Date.parse(claimed) >= Date.parse(now)) return { at: now, isLate: false }
  const at = new Date(claimed).toISOString()
  if (at < hoursAfter(now, -MOST_HOURS_UNSENT)) throw new Rejection('answerTooLate')
  return { at, isLate: at < hoursAfter(now, -ON_ITS_WAY_HOURS) }
}

// `studyDay-<userId>_<date>`: one learner's questions and answers of one account day. It enforces the daily limit
// exactly by counting delivered questions. Answers count for the `date` of their stream, and are accepted until the end
// of the next day. A part of a set opens when all earlier parts are answered. A session's questions and answers are in
// the day that began it; the day also closes it, so concurrent answers either count or are refused.

const day = { userId: z.uuid(), date: z.iso.date() }
const delivered = { questions: z.array(DeliveredQuestion).min(1) }

const withEach =
  (more: Readonly<Record<string, unknown>>): Upcaster =>
  ({ questions, ...rest }) => ({
    ...rest,
    questions: (questions as Record<string, unknown>[]).map((question) => ({ ...question, ...more })),
  })

/** Version 1 had no sets, version 2 no order and cause. */
const upcasters = [withEach({ set: null }), withEach({ shuffle: null, why: null })]

export const studyDayEvents = defineEvents({
  DailyQuestionsAssigned: eventWith({ ...day, ...delivered }, { upcasters }),
  QuestionsDrawn: eventWith(
    {
      ...day,
      ...delivered,
      /** Null if it was answered without being drawn. */
      mode: z.enum(studyModes).nullable(),
      studySessionId: z.uuid().nullable(),
      /** For timed exams: starts the clock of the first question. */
      at: z.iso.datetime().optional(),
    },
    { upcasters },
  ),
  AnswerSubmitted: eventWith(
    {
      ...day,
      ...givenQuestion,
      /** Null when time ran out. */
      answer: ItemAnswer.nullable(),
      isCorrect: z.boolean(),
      /** False for pilots at that time. */
      isScored: z.boolean(),
      mode: z.enum(studyModes).nullable(),
      studySessionId: z.uuid().nullable(),
      timeSpentSeconds: z.int().min(0),
      /** 1 (guessing) to 5 (certain); null if the mode does not ask. */
      confidence: z.int().min(1).max(5).nullable(),
      flaggedForReview: z.boolean(),
      /** For late answers, whose `date` follows from it; null if sent at once. */
      givenAt: z.iso.datetime().nullable(),
      /** For timed exams: starts the clock of the next question. */
      at: z.iso.datetime().optional(),
    },
    { upcasters: [(answer) => ({ ...answer, givenAt: null })] },
  ),
  QuestionFlaggedForReview: eventWith({ ...day, questionId: z.uuid() }),
  StudySessionClosed: eventWith({ ...day, studySessionId: z.uuid() }),
})
export type StudyDayEvent = EventOf<(typeof studyDayEvents)[number]>
export type Answer = DataOf<StudyDayEvent, 'AnswerSubmitted'>

export interface Delivery extends DeliveredQuestion {
  readonly mode: StudyMode | null
}

export interface DrawnSession {
  readonly mode: StudyMode
  readonly questions: readonly DeliveredQuestion[]
  readonly hasEnded: boolean
  /** Start of the current question's clock; absent without a clock. */
  readonly clockFrom?: string | undefined
}

export interface StudyDayState {
  readonly delivered: ReadonlyMap<string, Delivery>
  readonly daily: readonly string[]
  readonly sessions: ReadonlyMap<string, DrawnSession>
  /** By `answerKey`. */
  readonly answers: ReadonlyMap<string, Answer>
  readonly flagged: ReadonlySet<string>
}

/** Once per session, and once outside of sessions. */
export const answerKey = (answer: { questionId: string; studySessionId: string | null }): string =>
  `${answer.questionId}@${answer.studySessionId ?? 'day'}`

export const studyDayAggregate: Aggregate<StudyDayState, StudyDayEvent> = {
  category: 'studyDay',
  initial: { delivered: new Map(), daily: [], sessions: new Map(), answers: new Map(), flagged: new Set() },
  evolve: evolveBy({
    DailyQuestionsAssigned: (state, { questions }) => ({
      ...state,
      delivered: withDelivered(state, questions, 'daily'),
      daily: appended(state.daily, ...questions.map((question) => question.questionId)),
    }),
    QuestionsDrawn: (state, data) => ({
      ...state,
      delivered: withDelivered(state, data.questions, data.mode),
      sessions: withSession(state, data),
    }),
    AnswerSubmitted: (state, data) => ({
      ...state,
      sessions: withClock(state, data),
      answers: withEntry(state.answers, answerKey(data), data),
      flagged: data.flaggedForReview ? withMember(state.flagged, data.questionId) : state.flagged,
    }),
    QuestionFlaggedForReview: (state, { questionId }) => ({ ...state, flagged: withMember(state.flagged, questionId) }),
    StudySessionClosed: (state, { studySessionId }) => ({ ...state, sessions: withoutMoreAnswers(state, studySessionId) }),
  }),
}

/** A daily question stays one when drawn again. */
const withDelivered = ({ delivered }: StudyDayState, questions: readonly DeliveredQuestion[], mode: StudyMode | null) =>
  questions.reduce(
    (all, question) =>
      withEntry(all, question.questionId, { ...question, mode: all.get(question.questionId)?.mode === 'daily' ? 'daily' : mode }),
    delivered,
  )

function withSession(
  { sessions }: StudyDayState,
  { studySessionId, mode, questions, at }: DataOf<StudyDayEvent, 'QuestionsDrawn'>,
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

/** Bounds the length of a day's stream; more than anyone can study. */
export const MOST_SESSIONS_A_DAY = 300
export const MOST_ANSWERS_A_DAY = 2_000
export const MOST_UNDRAWN_A_DAY = 100

export const studyDayId = (userId: string, date: string): string => `${userId}_${date}`

interface Draw {
  readonly userId: string
  readonly date: string
  /** -1 when unlimited. */
  readonly dailyLimit: number
  /** Best first; sets in one row. Questions already delivered today are skipped. */
  readonly candidates: readonly DeliveredQuestion[]
  readonly count: number
}

/** Tops up to `count` within the limit; skips sets that do not fit. Rejects with `dailyLimitReached` at 0 left. */
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
  readonly at?: string
}

/** Today's questions are free, new ones count, sets as a whole. Rejects: `dailyLimitReached`, `studyLimitReached`. */
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

/** A part is closed while an earlier part waits for its answer. */
export function isClosed({ delivered, answers }: StudyDayState, questionId: string): boolean {
  const set = delivered.get(questionId)?.set
  if (!set) return false
  const answered = new Set([...answers.values()].map((answer) => answer.questionId))
  return [...delivered.values()].some((other) => other.set?.id === set.id && other.set.part < set.part && !answered.has(other.questionId))
}

export function partAfter({ delivered }: StudyDayState, questionId: string): Delivery | null {
  const set = delivered.get(questionId)?.set
  if (!set) return null
  return [...delivered.values()].find((other) => other.set?.id === set.id && other.set.part === set.part + 1) ?? null
}

export const openExamsWith = ({ sessions }: StudyDayState, questionId: string): string[] =>
  [...sessions].flatMap(([id, { mode, questions, hasEnded }]) =>
    mode === 'timed_exam' && !hasEnded && questions.some((question) => question.questionId === questionId) ? [id] : [],
  )

export interface AnswerToSubmit extends Answer {
  readonly dailyLimit: number
  readonly set: PlaceInSet | null
  readonly secondsPerQuestion?: number | null
}

/** Allowance for network delay and clock differences. */
export const PATIENCE_SECONDS = 15

/** A late answer counts as none, with at most the allowed time spent. */
function inTime({ sessions }: StudyDayState, answer: Answer, seconds: number | null): Answer {
  const from = sessions.get(answer.studySessionId ?? '')?.clockFrom
  if (from === undefined || answer.at === undefined || seconds === null) return answer
  const most = seconds + PATIENCE_SECONDS
  const timed = { ...answer, timeSpentSeconds: Math.min(answer.timeSpentSeconds, most) }
  return Date.parse(answer.at) - Date.parse(from) > most * 1_000 ? { ...timed, answer: null, isCorrect: false } : timed
}

/**
 * The first answer stands; an undrawn question counts as drawn. Rejects with `dailyLimitReached`, `partClosed`,
 * `questionNotFound`, `sessionEnded`, `studyLimitReached`, or with `questionInExam` for a question of an open timed
 * exam, which statistics would reveal.
 */
export const submitAnswer =
  ({ dailyLimit, set, secondsPerQuestion = null, ...answer }: AnswerToSubmit): Decide<StudyDayState, StudyDayEvent> =>
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

export const hasEnded = ({ sessions }: StudyDayState, { studySessionId }: Pick<Answer, 'studySessionId'>): boolean =>
  studySessionId !== null && sessions.get(studySessionId)?.hasEnded === true

export const closeSession =
  (command: { userId: string; date: string; studySessionId: string }): Decide<StudyDayState, StudyDayEvent> =>
  ({ sessions }) =>
    sessions.get(command.studySessionId)?.hasEnded === false ? [{ type: 'StudySessionClosed', data: command }] : []

/** Rejects with `questionNotFound`, or `partClosed` while it cannot have been read. */
export const flagForReview =
  (command: { userId: string; date: string; questionId: string }): Decide<StudyDayState, StudyDayEvent> =>
  (state) => {
    if (!state.delivered.has(command.questionId)) throw new Rejection('questionNotFound')
    if (isClosed(state, command.questionId)) throw new Rejection('partClosed')
    return state.flagged.has(command.questionId) ? [] : [{ type: 'QuestionFlaggedForReview', data: command }]
  }

import type { CalendarDay } from '@medicready/domain/calendar'
import type { Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { SessionQuestion, StudySession } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError } from '../api/errors.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'
import { orKept, waitingIn } from '../offline/keep-answer.ts'
import { practiceQuestions } from './beginning.ts'

/** A session keeps its questions over midnight: what was fetched replaces them only if it is of the same day. */
export const sessionQuestions = (begunWith: readonly DailyQuestion[], fetched: readonly DailyQuestion[]): readonly DailyQuestion[] =>
  begunWith.length === 0 || fetched[0]?.assignedDate === begunWith[0]?.assignedDate ? fetched : begunWith

/** Of the part of a set at a place, the parts before it; none of a question by itself. */
export const earlierParts = <Entry extends Pick<SessionQuestion, 'part'>>(questions: readonly Entry[], place: number): readonly Entry[] =>
  questions.slice(place - ((questions[place]?.part?.part ?? 1) - 1), place)

/** One of today's questions as one of a session. */
export const ofToday = ({ questionId, part, question, why, answer, isCompleted }: DailyQuestion): SessionQuestion => ({
  questionId,
  part,
  question,
  why,
  isAnswered: isCompleted,
  result: answer,
  given: answer ?? (isCompleted ? notTold : null),
  flaggedForReview: false,
})

const notTold: WithheldAnswer = { selectedAnswer: '', answer: null }

/** A question of a session that has just begun. */
export const justDrawn = (question: Question): SessionQuestion => ({
  questionId: question.id,
  part: question.scenario && { part: question.scenario.part, of: question.scenario.of },
  question,
  why: null,
  isAnswered: false,
  result: null,
  given: null,
  flaggedForReview: false,
})

/** A session as it was read, and by how much the server's clock is ahead of this device's. */
export interface SessionRead {
  session: StudySession
  skew: number
}

/** What is kept of today's questions and of sessions, to be answered without a connection. */

export const keptDay = (today: CalendarDay): string => `daily ${today}`
export const keptSession = (id: string): string => `session ${id}`

/** As the questions stood before they were answered: that they were stays known, what is right does not. */
export const withoutKeys = (questions: DailyQuestion[]): DailyQuestion[] | null =>
  questions.length === 0 ? null : questions.map((question) => ({ ...question, answer: null }))

/** Where a clock runs or nothing is left to answer, nothing is kept. */
export const sessionWithoutKeys = (read: SessionRead | null): SessionRead | null =>
  read === null || read.session.completedAt !== null || !studyModeRules[read.session.mode].showsAnswers
    ? null
    : { ...read, session: { ...read.session, score: null, questions: read.session.questions.map((each) => ({ ...each, result: null })) } }

/** With the answers that wait in this browser as given. */
async function answeredHere(questions: DailyQuestion[], queries: QueryClient): Promise<DailyQuestion[]> {
  const waiting = await waitingIn(null, queries)
  return waiting.size === 0
    ? questions
    : questions.map((question) => (waiting.has(question.questionId) ? { ...question, isCompleted: true } : question))
}

/** The same for a session. */
async function sessionAnsweredHere(read: SessionRead | null, queries: QueryClient): Promise<SessionRead | null> {
  if (read === null) return null
  const waiting = await waitingIn(read.session.id, queries)
  if (waiting.size === 0) return read
  const questions = read.session.questions.map((each) => {
    const given = waiting.get(each.questionId)
    return given && !each.isAnswered ? { ...each, isAnswered: true, given: { selectedAnswer: '', answer: given.answer } } : each
  })
  return { ...read, session: { ...read.session, questions } }
}

export const activeModulesQuery = queryOptions({
  queryKey: [...rooms.study, 'modules', 'active'],
  queryFn: (query) => read(query, 'GET /api/user/modules'),
})

/** The modules that were ever selected, those set aside included. */
export const allModulesQuery = queryOptions({
  queryKey: [...rooms.study, 'modules', 'all'],
  queryFn: (query) => read(query, 'GET /api/user/modules/all'),
})

/** Valid for one day of the account's calendar. */
export const dailyQuestionsQuery = (today: CalendarDay) =>
  queryOptions({
    queryKey: [...rooms.study, 'dailyQuestions', today],
    queryFn: async (query) => {
      const questions = await orKept(keptDay(today), read(query, 'GET /api/daily-questions'))
      return answeredHere(questions, query.client)
    },
  })

/** The days until the exam. The worker lays them out: they may come a moment after what they follow from. */
export const planQuery = (today: CalendarDay) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.study, 'plan', today],
    queryFn: (query) => read(query, 'GET /api/user/plan'),
  })

export interface LeaderboardView {
  view: 'all' | 'week' | 'module'
  module?: ModuleName
}

export const leaderboardQuery = (ranked: LeaderboardView = { view: 'all' }) =>
  queryOptions({
    queryKey: [...rooms.study, 'leaderboard', ranked],
    queryFn: async (query) => {
      const { body: entries, headers } = await readWithHeaders(query, 'GET /api/leaderboard', { query: ranked })
      return { entries, students: Number(headers.get('x-total-count') ?? entries.length) }
    },
  })

export const ownPlaceQuery = (ranked: LeaderboardView) =>
  queryOptions({
    queryKey: [...rooms.study, 'leaderboard', 'own', ranked],
    queryFn: (query) => read(query, 'GET /api/leaderboard/own', { query: ranked }),
  })

/** The last answers, sessions and achievements. Refetched after each answer and on return. */
export const activityQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.study, 'activity'],
  queryFn: (query) => read(query, 'GET /api/user/activity'),
})

/** A session; null where there is none. Another device may go on with it. */
export const studySessionQuery = (id: string) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.study, 'session', id],
    queryFn: async (query): Promise<SessionRead | null> => {
      const ask = async () => {
        const { body: session, headers } = await readWithHeaders(query, 'GET /api/study-sessions/{id}', { params: { id } })
        return { session, skew: clockSkew(headers.get('date'), Date.now()) }
      }
      try {
        return await sessionAnsweredHere(await orKept(keptSession(id), ask()), query.client)
      } catch (error) {
        // An address that was mistyped is as good as a session that is gone.
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
    // Practice is there before it was read.
    initialData: () => begunPractice(id),
    initialDataUpdatedAt: 0,
  })

function begunPractice(id: string): SessionRead | undefined {
  const questions = practiceQuestions(id)
  if (!questions) return undefined
  const session: StudySession = {
    id,
    mode: 'practice',
    startedAt: new Date().toISOString(),
    completedAt: null,
    secondsPerQuestion: null,
    clockStartedAt: null,
    questions: questions.map(justDrawn),
    score: null,
  }
  return { session, skew: 0 }
}

/** The sessions that can be taken up, newest first. */
export const openSessionsQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.study, 'sessions', 'open'],
  queryFn: async (query) => (await read(query, 'GET /api/study-sessions')).filter(({ completedAt }) => completedAt === null),
})

import type { Question, WithheldAnswer } from '@medicready/domain/contract/questions/questions'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { SessionQuestion, StudySession } from '@medicready/domain/contract/study/study-sessions'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { clockSkew } from '../api/clock-skew.ts'
import { ApiError } from '../api/errors.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read, readQuery, readWithHeaders } from '../api/read.ts'
import { orKept, waitingIn } from '../offline/keep-answer.ts'
import { practiceQuestions } from './beginning.ts'

/** A session keeps its questions past midnight: fetched ones replace them only on the same day. */
export const sessionQuestions = (begunWith: readonly DailyQuestion[], fetched: readonly DailyQuestion[]): readonly DailyQuestion[] =>
  begunWith.length === 0 || fetched[0]?.assignedDate === begunWith[0]?.assignedDate ? fetched : begunWith

/** The earlier parts of a case; none for a single question. */
export const earlierParts = <Entry extends Pick<SessionQuestion, 'part'>>(questions: readonly Entry[], place: number): readonly Entry[] =>
  questions.slice(place - ((questions[place]?.part?.part ?? 1) - 1), place)

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

/** With the offset of the server's clock from this device's, in milliseconds. */
export interface SessionRead {
  session: StudySession
  skew: number
}

export const keptDay = (today: CalendarDay): string => `daily ${today}`
export const keptSession = (id: string): string => `session ${id}`

/** As before they were answered: without the key and explanation. */
export const withoutKeys = (questions: DailyQuestion[]): DailyQuestion[] | null =>
  questions.length === 0 ? null : questions.map((question) => ({ ...question, answer: null }))

/** Nothing is kept where a clock runs or all is answered. */
export const sessionWithoutKeys = (read: SessionRead | null): SessionRead | null =>
  read === null || read.session.completedAt !== null || !studyModeRules[read.session.mode].showsAnswers
    ? null
    : { ...read, session: { ...read.session, score: null, questions: read.session.questions.map((each) => ({ ...each, result: null })) } }

/** With answers that wait in this browser marked as given. */
async function answeredHere(questions: DailyQuestion[], queries: QueryClient): Promise<DailyQuestion[]> {
  const waiting = await waitingIn(null, queries)
  return waiting.size === 0
    ? questions
    : questions.map((question) => (waiting.has(question.questionId) ? { ...question, isCompleted: true } : question))
}

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

export const activeModulesQuery = readQuery([...rooms.study, 'modules', 'active'], 'GET /api/user/modules')

/** Including those set aside. */
export const allModulesQuery = queryOptions(readQuery([...rooms.study, 'modules', 'all'], 'GET /api/user/modules/all'))

/** For one day of the account's calendar. */
export const dailyQuestionsQuery = (today: CalendarDay) =>
  queryOptions({
    queryKey: [...rooms.study, 'dailyQuestions', today],
    queryFn: async (query) => {
      const questions = await orKept(keptDay(today), read(query, 'GET /api/daily-questions'))
      return answeredHere(questions, query.client)
    },
  })

/** Computed by the worker, so it may lag a moment behind its causes. */
export const planQuery = (today: CalendarDay) => ({ ...sharedData, ...readQuery([...rooms.study, 'plan', today], 'GET /api/user/plan') })

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
  readQuery([...rooms.study, 'leaderboard', 'own', ranked], 'GET /api/leaderboard/own', { query: ranked })

export const activityQuery = { ...sharedData, ...readQuery([...rooms.study, 'activity'], 'GET /api/user/activity') }

/** Null if there is none. Another device may continue it. */
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
        // A mistyped address counts as a session that is gone.
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
    // Practice is known before the first read.
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

export const openSessionsQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.study, 'sessions', 'open'],
  queryFn: async (query) => (await read(query, 'GET /api/study-sessions')).filter(({ completedAt }) => completedAt === null),
})

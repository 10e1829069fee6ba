import type { CalendarDay } from '@medicready/domain/calendar'
import type { ModuleName } from '@medicready/domain/study/modules'
import { queryOptions } from '@tanstack/react-query'
import { read, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'
import { orKept } from '../offline/or-kept.ts'
import { answeredHere, keptDay } from './kept-studies.ts'

/** The modules that are studied now. */
export const activeModulesQuery = queryOptions({
  queryKey: [...rooms.study, 'modules', 'active'],
  queryFn: (query) => read(query, 'GET /api/user/modules'),
})

/** The modules that were ever selected, those set aside included. */
export const allModulesQuery = queryOptions({
  queryKey: [...rooms.study, 'modules', 'all'],
  queryFn: (query) => read(query, 'GET /api/user/modules/all'),
})

/** They hold for one day of the account's calendar; with the next day they are fetched anew. */
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

/** The leading students of a view, and how many there are in all. */
export const leaderboardQuery = (ranked: LeaderboardView = { view: 'all' }) =>
  queryOptions({
    queryKey: [...rooms.study, 'leaderboard', ranked],
    queryFn: async (query) => {
      const { body: entries, headers } = await readWithHeaders(query, 'GET /api/leaderboard', { query: ranked })
      return { entries, students: Number(headers.get('x-total-count') ?? entries.length) }
    },
  })

/** The learner's own place in a view, however far down. */
export const ownPlaceQuery = (ranked: LeaderboardView) =>
  queryOptions({
    queryKey: [...rooms.study, 'leaderboard', 'own', ranked],
    queryFn: (query) => read(query, 'GET /api/leaderboard/own', { query: ranked }),
  })

/** The last answers, sessions and achievements. Each answer has them fetched anew, and so has who comes back. */
export const activityQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.study, 'activity'],
  queryFn: (query) => read(query, 'GET /api/user/activity'),
})

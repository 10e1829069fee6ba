import type { CalendarDay } from '@medicready/domain/core/calendar'
import { queryOptions } from '@tanstack/react-query'
import { quietWhenSignedOut } from './errors.ts'
import { pagesQuery } from './pages.ts'
import { rooms, sharedData } from './query-keys.ts'
import { read, readWithHeaders } from './read.ts'

/** Per calendar day of the caller; refetched with the next. */
export const statsQuery = (today: CalendarDay) =>
  queryOptions({
    queryKey: [...rooms.study, 'stats', today],
    queryFn: (query) => read(query, 'GET /api/user/stats'),
  })

/** The daily limit is per day of the account's calendar; refetched with the next. */
export const subscriptionQuery = (today: CalendarDay) =>
  queryOptions({
    ...quietWhenSignedOut,
    queryKey: [...rooms.study, 'subscription', today],
    queryFn: (query) => read(query, 'GET /api/subscription/status'),
  })

/** Per calendar day: forgetting changes it overnight. */
export const readinessQuery = (today: CalendarDay) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.readiness, today],
    queryFn: (query) => read(query, 'GET /api/readiness'),
  })

export const achievementsQuery = queryOptions({
  queryKey: [...rooms.study, 'achievements'],
  queryFn: (query) => read(query, 'GET /api/user/achievements'),
})

export const ownReviewRequestsQuery = pagesQuery([...rooms.questions, 'reviewRequests'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/review-requests', page),
)

import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { quietWhenSignedOut } from './errors.ts'
import { pagesQuery } from './pages.ts'
import { rooms, sharedData } from './query-keys.ts'
import { readQuery, readWithHeaders } from './read.ts'

/** Per calendar day of the caller; refetched with the next. */
export const statsQuery = (today: CalendarDay) => readQuery([...rooms.study, 'stats', today], 'GET /api/user/stats')

/** The daily limit is per day of the account's calendar; refetched with the next. */
export const subscriptionQuery = (today: CalendarDay) => ({
  ...quietWhenSignedOut,
  ...readQuery([...rooms.study, 'subscription', today], 'GET /api/subscription/status'),
})

/** Per calendar day: forgetting changes it overnight. */
export const readinessQuery = (today: CalendarDay) => ({ ...sharedData, ...readQuery([...rooms.readiness, today], 'GET /api/readiness') })

export const achievementsQuery = readQuery([...rooms.study, 'achievements'], 'GET /api/user/achievements')

export const ownReviewRequestsQuery = pagesQuery([...rooms.questions, 'reviewRequests'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/review-requests', page),
)

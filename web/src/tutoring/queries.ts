import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readQuery, readWithHeaders } from '../api/read.ts'

export const ownRequestsQuery = pagesQuery([...rooms.tutoring, 'own'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/tutoring-requests', page),
)

export const tutorProfileQuery = { ...sharedData, ...readQuery([...rooms.tutoring, 'profile'], 'GET /api/tutors/application') }

export const studentsQuery = pagesQuery([...rooms.tutoring, 'students'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/requests', { ...page, query: {} }),
)

export const payoutsQuery = pagesQuery([...rooms.tutoring, 'payouts'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/payouts', page),
)

export const DAYS_SHOWN = 14

/** Not cached, because others book meanwhile. */
export const freeTimesQuery = (requestId: string, from: string) => ({
  ...readQuery([...rooms.tutoring, 'freeTimes', requestId, from], 'GET /api/tutoring-requests/{id}/free-times', {
    params: { id: requestId },
    query: { from, days: DAYS_SHOWN },
  }),
  staleTime: 0,
})

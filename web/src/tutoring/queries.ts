import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../api/pages.ts'
import { read, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

/** What the caller asked for, newest first. */
export const ownRequestsQuery = pagesQuery([...rooms.tutoring, 'own'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/tutoring-requests', page),
)

/** What the caller is as a tutor. */
export const tutorProfileQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.tutoring, 'profile'],
  queryFn: (query) => read(query, 'GET /api/tutors/application'),
})

/** The requests that the caller is the tutor of, newest first. */
export const studentsQuery = pagesQuery([...rooms.tutoring, 'students'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/requests', { ...page, query: {} }),
)

/** What the caller earned, week by week. */
export const payoutsQuery = pagesQuery([...rooms.tutoring, 'payouts'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/payouts', page),
)

export const DAYS_SHOWN = 14

/** When a session may begin, from a day on. Others book meanwhile: it is asked for each time. */
export const freeTimesQuery = (requestId: string, from: string) =>
  queryOptions({
    queryKey: [...rooms.tutoring, 'freeTimes', requestId, from],
    queryFn: (query) =>
      read(query, 'GET /api/tutoring-requests/{id}/free-times', { params: { id: requestId }, query: { from, days: DAYS_SHOWN } }),
    staleTime: 0,
  })

import type { RequestStatus, SessionState, TutorSituation } from '@medicready/domain/tutoring/rules'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { readOrNull, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'

const room = [...rooms.admin, 'tutoring']

/** Requests for tutoring, newest first; '' is every status. */
export const tutoringRequestsQuery = (status: RequestStatus | '') =>
  pagesQuery([...room, 'requests', status], (query, page) =>
    readWithHeaders(query, 'GET /api/tutoring-requests', { ...page, query: status === '' ? {} : { status } }),
  )

/** One of them with all that was written; null where there is none. */
export const tutoringRequestQuery = (id: string) =>
  queryOptions({
    ...sharedData,
    queryKey: [...room, 'request', id],
    queryFn: (query) => readOrNull(query, 'GET /api/admin/tutoring-requests/{id}', { params: { id } }),
  })

export interface SessionsView {
  readonly state: SessionState | ''
  /** `YYYY-MM`, in UTC. */
  readonly month: string
}

/** Sessions, the latest first. */
export const sessionsQuery = ({ state, month }: SessionsView) =>
  pagesQuery([...room, 'sessions', state, month], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/sessions', {
      ...page,
      query: { ...(state !== '' && { state }), ...(month !== '' && { month }) },
    }),
  )

/** Tutors, and who has applied as one. */
export const tutorsQuery = (situation: TutorSituation | '') =>
  pagesQuery([...room, 'tutors', situation], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/tutors', { ...page, query: situation === '' ? {} : { situation } }),
  )

/** What tutors earned, week by week. */
export const tutorPayoutsQuery = pagesQuery([...room, 'payouts'], (query, page) =>
  readWithHeaders(query, 'GET /api/admin/tutor-payouts', { ...page, query: {} }),
)

import type { RequestStatus, SessionState, TutorSituation } from '@medicready/domain/tutoring/rules'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readOrNull, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'

const room = [...rooms.admin, 'tutoring']

/** Tutoring in numbers. */
export const tutoringFiguresQuery = (asOf: AsOf) =>
  queryOptions({
    ...sharedData,
    queryKey: [...room, 'figures', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/tutoring-figures', { query: { ...asOf } }),
  })

/** Requests for tutoring, newest first; '' is every status. */
export const tutoringRequestsQuery = (status: RequestStatus | '', asOf: AsOf) =>
  pagesQuery([...room, 'requests', status, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/tutoring-requests', { ...page, query: { ...asOf, ...(status !== '' && { status }) } }),
  )

/** One of them with all that was written; null where there is none. */
export const tutoringRequestQuery = (id: string, asOf: AsOf) =>
  queryOptions({
    ...sharedData,
    queryKey: [...room, 'request', id, asOf],
    queryFn: (query) => readOrNull(query, 'GET /api/admin/tutoring-requests/{id}', { params: { id }, query: { ...asOf } }),
  })

export interface SessionsView {
  readonly state: SessionState | ''
  /** `YYYY-MM`, in UTC. */
  readonly month: string
}

/** Sessions, the latest first. */
export const sessionsQuery = ({ state, month }: SessionsView, asOf: AsOf) =>
  pagesQuery([...room, 'sessions', state, month, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/sessions', {
      ...page,
      query: { ...asOf, ...(state !== '' && { state }), ...(month !== '' && { month }) },
    }),
  )

/** Tutors, and who has applied as one. */
export const tutorsQuery = (situation: TutorSituation | '', asOf: AsOf) =>
  pagesQuery([...room, 'tutors', situation, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/tutors', { ...page, query: { ...asOf, ...(situation !== '' && { situation }) } }),
  )

/** What tutors earned, week by week. */
export const tutorPayoutsQuery = (asOf: AsOf) =>
  pagesQuery([...room, 'payouts', asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/tutor-payouts', { ...page, query: { ...asOf } }),
  )

import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../api/pages.ts'
import { read, readOrNull, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'
import type { AsOf } from './dashboard/as-of.ts'
import type { QuestionsView } from './questions-view.ts'

/** The questions that wait for a decision, or waited on the day that is shown. */
export const reviewRequestsQuery = (asOf: AsOf) =>
  pagesQuery([...rooms.admin, 'reviewRequests', 'waiting', asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/review-requests', { ...page, query: { ...asOf } }),
  )

/** What waits, in numbers. */
export const reviewFiguresQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'reviewRequests', 'figures', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/review-figures', { query: { ...asOf } }),
    ...sharedData,
  })

/** A question with all that a decision rests on; null where there is no such question. */
export const reviewRequestQuery = (questionId: string, asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'reviewRequests', questionId, asOf],
    queryFn: (query) => readOrNull(query, 'GET /api/admin/review-requests/{id}', { params: { id: questionId }, query: { ...asOf } }),
    ...sharedData,
  })

/** Who has another role than student. */
export const rolesQuery = pagesQuery([...rooms.admin, 'roles'], (query, page) => readWithHeaders(query, 'GET /api/admin/roles', page))

/** The modules in which no more questions are withdrawn. */
export const withdrawalStopsQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'withdrawalStops', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/withdrawal-stops', { query: { ...asOf } }),
    ...sharedData,
  })

/** What the generator of questions does. */
export const generationQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'generation', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/generation', { query: { ...asOf } }),
    ...sharedData,
  })

/** The questions of a view of their list. */
export const questionsQuery = ({ search, module, kind }: QuestionsView) =>
  pagesQuery([...rooms.admin, 'questions', search, module, kind], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/questions', {
      ...page,
      query: { search, ...(module !== '' && { module }), ...(kind !== '' && { kind }) },
    }),
  )

/** What each version of a question says. */
export const questionVersionsQuery = (questionId: string) =>
  queryOptions({
    queryKey: [...rooms.admin, 'questionVersions', questionId],
    queryFn: (query) => read(query, 'GET /api/admin/questions/{id}/versions', { params: { id: questionId } }),
    ...sharedData,
  })

/** What learners' answers tell of each version of a question. */
export const calibrationQuery = (questionId: string) =>
  queryOptions({
    queryKey: [...rooms.admin, 'calibration', questionId],
    queryFn: (query) => read(query, 'GET /api/admin/questions/{id}/calibration', { params: { id: questionId } }),
    ...sharedData,
  })

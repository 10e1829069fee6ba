import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../api/pages.ts'
import { read, readOrNull, readWithHeaders } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'
import type { QuestionsView } from './questions-view.ts'

/** The questions that wait for a decision. */
export const reviewRequestsQuery = pagesQuery([...rooms.admin, 'reviewRequests', 'waiting'], (query, page) =>
  readWithHeaders(query, 'GET /api/admin/review-requests', page),
)

/** A question with all that a decision rests on; null where there is no such question. */
export const reviewRequestQuery = (questionId: string) =>
  queryOptions({
    queryKey: [...rooms.admin, 'reviewRequests', questionId],
    queryFn: (query) => readOrNull(query, 'GET /api/admin/review-requests/{id}', { params: { id: questionId } }),
    ...sharedData,
  })

/** Who has another role than student. */
export const rolesQuery = pagesQuery([...rooms.admin, 'roles'], (query, page) => readWithHeaders(query, 'GET /api/admin/roles', page))

/** The modules in which no more questions are withdrawn. */
export const withdrawalStopsQuery = queryOptions({
  queryKey: [...rooms.admin, 'withdrawalStops'],
  queryFn: (query) => read(query, 'GET /api/admin/withdrawal-stops'),
  ...sharedData,
})

/** What the generator of questions does. */
export const generationQuery = queryOptions({
  queryKey: [...rooms.admin, 'generation'],
  queryFn: (query) => read(query, 'GET /api/admin/generation'),
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

import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

/** The questions that wait for a decision. */
export const reviewQueueQuery = queryOptions({
  queryKey: [...rooms.admin, 'reviews'],
  queryFn: (query) => read(query, 'GET /api/admin/reviews'),
  ...sharedData,
})

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** A question with all that a decision rests on; null where there is no such question. */
export const reviewQuery = (questionId: string) =>
  queryOptions({
    queryKey: [...rooms.admin, 'reviews', questionId],
    queryFn: (query) =>
      read(query, 'GET /api/admin/reviews/{id}', { params: { id: questionId } }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    ...sharedData,
  })

/** What the generator of questions does. */
export const generationQuery = queryOptions({
  queryKey: [...rooms.admin, 'generation'],
  queryFn: (query) => read(query, 'GET /api/admin/generation'),
  ...sharedData,
})

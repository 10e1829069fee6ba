import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'

/** An address that was mistyped is as good as a question that is gone. */
const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** A question and the caller's answer to it; null where there is no such question. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: [...rooms.questions, id],
    queryFn: ({ signal }) =>
      api('GET /api/questions/{id}', { params: { id }, signal }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

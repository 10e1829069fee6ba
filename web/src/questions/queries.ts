import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'

/** An address that was mistyped is as good as a question that is gone. */
const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** A question and the caller's answer to it; null where there is no such question. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: [...rooms.questions, id],
    queryFn: (query) =>
      read(query, 'GET /api/questions/{id}', { params: { id } }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

import { queryOptions } from '@tanstack/react-query'
import { readOrNull } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'

/** A question and the caller's answer to it; null where there is no such question. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: [...rooms.questions, id],
    queryFn: (query) => readOrNull(query, 'GET /api/questions/{id}', { params: { id } }),
  })

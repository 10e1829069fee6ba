import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

/** What others chose. It is told only to those who have answered this version, and only once enough people have. */
export const choicesQuery = (questionId: string, version: number) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.questions, questionId, 'choices', version],
    queryFn: async (query) => (await read(query, 'GET /api/questions/{id}/statistics', { params: { id: questionId } })).choices,
  })

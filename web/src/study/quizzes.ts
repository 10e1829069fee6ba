import type { QuizFilter } from '@medicready/domain/contract/study/quizzes'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Quizzes of the learner's own: what matches, what they have saved, and how that is changed. */

const presetsKey = [...rooms.study, 'quizzes', 'presets']

/** How many questions match. The count before stands until there is another. */
export const matchingQuery = (filter: QuizFilter) =>
  queryOptions({
    queryKey: [...rooms.study, 'quizzes', 'matching', filter],
    queryFn: (query) => read(query, 'GET /api/quizzes/matching', { query: { filter: JSON.stringify(filter) } }),
    placeholderData: keepPreviousData,
  })

export const topicsQuery = queryOptions({
  queryKey: [...rooms.study, 'quizzes', 'topics'],
  queryFn: (query) => read(query, 'GET /api/quizzes/topics'),
})

export const presetsQuery = queryOptions({
  queryKey: presetsKey,
  queryFn: (query) => read(query, 'GET /api/quizzes/presets'),
})

export function useSavePreset() {
  const queries = useQueryClient()
  return useWrite('POST /api/quizzes/presets', { onSuccess: () => queries.invalidateQueries({ queryKey: presetsKey }) })
}

export function useDeletePreset() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/quizzes/presets/{id}', { onSuccess: () => queries.invalidateQueries({ queryKey: presetsKey }) })
}

import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Decides on a question. A conflict means that it, or what was asked about it, has changed: it is fetched anew. */
export function useResolveReviewRequests() {
  const queries = useQueryClient()
  return useWrite('POST /api/admin/review-requests/{id}/resolve', {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.admin })
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict') void queries.invalidateQueries({ queryKey: rooms.admin })
    },
  })
}

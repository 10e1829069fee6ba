import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Decides what was asked about a question. What learners see of it is fetched anew too, and so are the requests when others came meanwhile. */
export function useResolveReviewRequests() {
  const queries = useQueryClient()
  return useWrite('POST /api/admin/reviews/{id}/resolve', {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.admin })
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict') void queries.invalidateQueries({ queryKey: rooms.admin })
    },
  })
}

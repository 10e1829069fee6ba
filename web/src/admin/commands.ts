import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Decides a review. What learners see of the question is fetched anew too, and so is the review when it has changed meanwhile. */
export function useResolveReview() {
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

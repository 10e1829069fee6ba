import { useQueryClient } from '@tanstack/react-query'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Decides a review. What learners see of the question is fetched anew too. */
export function useResolveReview() {
  const queries = useQueryClient()
  return useWrite('POST /api/admin/reviews/{id}/resolve', {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.admin })
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
  })
}

import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'
import { rolesQuery } from './queries.ts'

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

/** Gives somebody a role, or takes it. */
export function useChangeRole() {
  const queries = useQueryClient()
  return useWrite('PUT /api/admin/roles', { onSuccess: () => queries.invalidateQueries({ queryKey: rolesQuery.queryKey }) })
}

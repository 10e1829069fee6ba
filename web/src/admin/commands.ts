import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Decides on a question. A conflict means that it, or what was asked about it, has changed: it is fetched anew. */
export const useResolveReviewRequests = () => useWrite('POST /api/admin/review-requests/{id}/resolve', useQuestionChanges())

/** What a write of a question changes for the screens; a conflict means that it has changed: it is fetched anew. */
function useQuestionChanges() {
  const queries = useQueryClient()
  return {
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rooms.admin })
      void queries.invalidateQueries({ queryKey: rooms.questions })
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.status === 409) void queries.invalidateQueries({ queryKey: rooms.admin })
    },
  }
}

/** Adds a question of an educator's. */
export const useAddQuestion = () => useWrite('POST /api/admin/questions', useQuestionChanges())

/** Revises a question that nobody waits for. */
export const useReviseQuestion = () => useWrite('POST /api/admin/questions/{id}/revise', useQuestionChanges())

/** Decides on what the bank says instead of an educator's words. */
export const useSettleBankRevision = () => useWrite('POST /api/admin/questions/{id}/settle-bank-revision', useQuestionChanges())

/** Keeps an image, so that a question can show it. No question has it yet. */
export const useKeepPicture = () => useWrite('POST /api/admin/pictures', {})

/** Adds the questions of a package: all of them, or none. */
export function useImportPackage() {
  const queries = useQueryClient()
  return useWrite('POST /api/admin/questions/package', { onSuccess: () => queries.invalidateQueries({ queryKey: rooms.admin }) })
}

/** Gives somebody a role, or takes it. */
export function useChangeRole() {
  const queries = useQueryClient()
  return useWrite('PUT /api/admin/roles', { onSuccess: () => queries.invalidateQueries({ queryKey: rooms.admin }) })
}

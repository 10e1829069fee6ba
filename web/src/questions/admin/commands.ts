import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'

export const useResolveReviewRequests = () => useWrite('POST /api/admin/review-requests/{id}/resolve', useQuestionChanges())

/** On a conflict the question has changed, so it is fetched again too. */
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
export const useAddQuestion = () => useWrite('POST /api/admin/questions', useQuestionChanges())
export const useReviseQuestion = () => useWrite('POST /api/admin/questions/{id}/revise', useQuestionChanges())
export const useSettleBankRevision = () => useWrite('POST /api/admin/questions/{id}/settle-bank-revision', useQuestionChanges())

export const useKeepPicture = () => useWrite('POST /api/admin/pictures', {})

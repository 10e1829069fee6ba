import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { rooms } from '../../api/query-keys.ts'
import { useWrite } from '../../api/write.ts'
import type { AsOf } from '../../dashboards/address.ts'
import { adminPages, adminQuery, adminQueryOrNull } from '../../dashboards/reads.ts'

export const reviewRequestsQuery = (asOf: AsOf) => adminPages('GET /api/admin/review-requests', { query: asOf })
export const reviewFiguresQuery = (asOf: AsOf) => adminQuery('GET /api/admin/review-figures', { query: asOf })
/** Null if there is no such question. */
export const reviewRequestQuery = (id: string, asOf: AsOf) =>
  adminQueryOrNull('GET /api/admin/review-requests/{id}', { params: { id }, query: asOf })
export const withdrawalStopsQuery = (asOf: AsOf) => adminQuery('GET /api/admin/withdrawal-stops', { query: asOf })
export const generationQuery = (asOf: AsOf) => adminQuery('GET /api/admin/generation', { query: asOf })
export const questionVersionsQuery = (id: string) => adminQuery('GET /api/admin/questions/{id}/versions', { params: { id } })
export const calibrationQuery = (id: string) => adminQuery('GET /api/admin/questions/{id}/calibration', { params: { id } })

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

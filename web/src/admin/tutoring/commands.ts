import { useQueryClient } from '@tanstack/react-query'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'

/** Each decision shows in the lists, and in the figures of other tabs. */
function useRefreshing() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: rooms.admin })
  return { onSuccess: refresh, onError: () => void refresh() }
}

export const useAcceptRequest = () => useWrite('POST /api/admin/tutoring-requests/{id}/accept', useRefreshing())
export const useDeclineRequest = () => useWrite('POST /api/admin/tutoring-requests/{id}/decline', useRefreshing())
export const useAssignTutor = () => useWrite('PUT /api/admin/tutoring-requests/{id}/tutor', useRefreshing())
export const useCancelRequest = () => useWrite('POST /api/admin/tutoring-requests/{id}/cancel', useRefreshing())
export const useCancelSession = () => useWrite('POST /api/admin/tutoring-requests/{id}/sessions/{sessionId}/cancel', useRefreshing())
export const useApproveTutor = () => useWrite('POST /api/admin/tutors/{id}/approve', useRefreshing())
export const useDeclineTutor = () => useWrite('POST /api/admin/tutors/{id}/decline', useRefreshing())

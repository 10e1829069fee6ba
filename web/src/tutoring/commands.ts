import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { rooms } from '../api/query-keys.ts'
import { useWrite } from '../api/write.ts'

/** A refusal means that the request was changed elsewhere, so it is refetched too. */
export function useRefreshing() {
  const queries: QueryClient = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: rooms.tutoring })
  return { onSuccess: refresh, onError: () => void refresh() }
}

export const useRequestTutoring = () => useWrite('POST /api/tutoring-requests', useRefreshing())
export const useApply = () => useWrite('POST /api/tutors/applications', useRefreshing())
export const useCancelRequest = () => useWrite('POST /api/tutoring-requests/{id}/cancel', useRefreshing())
export const useRate = () => useWrite('POST /api/tutoring-requests/{id}/sessions/{sessionId}/rating', useRefreshing())
export const useSaveAvailability = () => useWrite('PUT /api/tutor/availability', useRefreshing())
export const useCompleteSession = () => useWrite('POST /api/tutor/requests/{id}/sessions/{sessionId}/complete', useRefreshing())
export const useMissSession = () => useWrite('POST /api/tutor/requests/{id}/sessions/{sessionId}/no-show', useRefreshing())

export type Side = 'student' | 'tutor'

export function usePlanSession(side: Side) {
  const refreshing = useRefreshing()
  const asStudent = useWrite('POST /api/tutoring-requests/{id}/sessions', refreshing)
  const asTutor = useWrite('POST /api/tutor/requests/{id}/sessions', refreshing)
  return side === 'student' ? asStudent : asTutor
}

export function useMoveSession(side: Side) {
  const refreshing = useRefreshing()
  const asStudent = useWrite('PATCH /api/tutoring-requests/{id}/sessions/{sessionId}', refreshing)
  const asTutor = useWrite('PATCH /api/tutor/requests/{id}/sessions/{sessionId}', refreshing)
  return side === 'student' ? asStudent : asTutor
}

export const useCancelOwnSession = () => useWrite('POST /api/tutoring-requests/{id}/sessions/{sessionId}/cancel', useRefreshing())
export const useCancelGivenSession = () => useWrite('POST /api/tutor/requests/{id}/sessions/{sessionId}/cancel', useRefreshing())

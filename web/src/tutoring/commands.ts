import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readQuery, readWithHeaders } from '../api/read.ts'
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

export const ownRequestsQuery = pagesQuery([...rooms.tutoring, 'own'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/tutoring-requests', page),
)

export const tutorProfileQuery = { ...sharedData, ...readQuery([...rooms.tutoring, 'profile'], 'GET /api/tutors/application') }

export const studentsQuery = pagesQuery([...rooms.tutoring, 'students'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/requests', { ...page, query: {} }),
)

export const payoutsQuery = pagesQuery([...rooms.tutoring, 'payouts'], (query, page) =>
  readWithHeaders(query, 'GET /api/tutor/payouts', page),
)

export const DAYS_SHOWN = 14

/** Not cached, because others book meanwhile. */
export const freeTimesQuery = (requestId: string, from: string) => ({
  ...readQuery([...rooms.tutoring, 'freeTimes', requestId, from], 'GET /api/tutoring-requests/{id}/free-times', {
    params: { id: requestId },
    query: { from, days: DAYS_SHOWN },
  }),
  staleTime: 0,
})

import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { useWrite } from '../api/write.ts'

/** A list that is older may miss somebody. */
const STALE_AFTER_MS = 10_000

/** Where the person is signed in, this device first. */
export const devicesQuery = queryOptions({
  queryKey: ['accounts', 'devices'],
  queryFn: (query) => read(query, 'GET /api/user/sessions'),
  staleTime: STALE_AFTER_MS,
})

const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: devicesQuery.queryKey })

/** Signs one device out. */
export function useEndSession() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/sessions/{id}', { onSuccess: () => refresh(queries) })
}

/** Signs all devices out but this one. */
export function useEndOtherSessions() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/sessions', { onSuccess: () => refresh(queries) })
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'
import { useWrite } from './write.ts'

/** Cancels reads in progress, which would show the old state. */
async function show(queries: QueryClient, eraseAt: string | null): Promise<void> {
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, eraseAt })
}

export function useRequestDeletion() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/deletion', { onSuccess: ({ eraseAt }) => show(queries, eraseAt) })
}

export function useKeepAccount() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/deletion', { onSuccess: ({ eraseAt }) => show(queries, eraseAt) })
}

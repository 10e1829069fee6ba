import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'
import { useWrite } from './write.ts'

/** Shows at once until when one can change one's mind. A read of before, still on its way, would show what it was. */
async function show(queries: QueryClient, eraseAt: string | null): Promise<void> {
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, eraseAt })
}

/** Has the account deleted, after the days in which one can change one's mind. */
export function useRequestDeletion() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/deletion', { onSuccess: ({ eraseAt }) => show(queries, eraseAt) })
}

/** The account stays. */
export function useKeepAccount() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/deletion', { onSuccess: ({ eraseAt }) => show(queries, eraseAt) })
}

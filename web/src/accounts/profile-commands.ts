import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { sessionQuery, type User } from '../api/session.ts'
import { useWrite } from '../api/write.ts'

/** Shows what was saved at once. A read of before, that is still on its way, would show what it was. */
async function show(queries: QueryClient, saved: Partial<User>): Promise<void> {
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...saved })
}

export function useSaveProfile() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/profile', { onSuccess: (profile) => show(queries, profile) })
}

export function useSaveSettings() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', { onSuccess: (settings) => show(queries, settings) })
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { rooms } from './query-keys.ts'
import { sessionQuery, type User } from './session.ts'
import { useWrite } from './write.ts'

export async function showOfAccount(queries: QueryClient, saved: Partial<User>): Promise<void> {
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...saved })
}

/** Study reads may depend on settings: who is on the leaderboard, and what calm mode hides. */
export function useSaveSettings() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', {
    onSuccess: async (settings) => {
      await showOfAccount(queries, settings)
      void queries.invalidateQueries({ queryKey: rooms.study })
    },
  })
}

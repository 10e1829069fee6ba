import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { rooms } from './rooms.ts'
import { sessionQuery, type User } from './session.ts'
import { useWrite } from './write.ts'

/** Shows what was saved of the account at once. A read of before, that is still on its way, would show what it was. */
export async function showOfAccount(queries: QueryClient, saved: Partial<User>): Promise<void> {
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
  queries.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...saved })
}

/** What study shows may go by them: who is on the leaderboard, and what calm mode hides. */
export function useSaveSettings() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', {
    onSuccess: async (settings) => {
      await showOfAccount(queries, settings)
      void queries.invalidateQueries({ queryKey: rooms.study })
    },
  })
}

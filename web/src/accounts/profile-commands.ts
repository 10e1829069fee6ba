import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { rooms } from '../api/rooms.ts'
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

/** What study shows may go by them: who is on the leaderboard, and what calm mode hides. */
export function useSaveSettings() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/settings', {
    onSuccess: async (settings) => {
      await show(queries, settings)
      void queries.invalidateQueries({ queryKey: rooms.study })
    },
  })
}

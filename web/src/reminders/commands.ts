import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../api/write.ts'
import { remindersQuery } from './queries.ts'

/** One at a time, so that the latest change wins. */
export function useSaveReminders() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/reminders', {
    scope: { id: 'reminders' },
    onSuccess: async (reminders) => {
      await queries.cancelQueries({ queryKey: remindersQuery.queryKey })
      queries.setQueryData(remindersQuery.queryKey, reminders)
    },
  })
}

export const useUnsubscribe = () => useWrite('POST /api/unsubscribe')

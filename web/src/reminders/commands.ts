import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../api/write.ts'
import { remindersQuery } from './queries.ts'

/** Saves changes of the reminders one after another. The latest answer counts. */
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

/** Ends the mails of a link. */
export const useUnsubscribe = () => useWrite('POST /api/unsubscribe')

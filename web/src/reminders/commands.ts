import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { useWrite } from '../api/write.ts'

/** Other windows can change them. */
export const remindersQuery = queryOptions({ ...sharedData, ...readQuery([...rooms.reminders, 'preferences'], 'GET /api/user/reminders') })

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

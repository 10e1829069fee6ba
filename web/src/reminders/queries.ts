import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

/** Other windows can change them. */
export const remindersQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.reminders, 'preferences'],
  queryFn: (query) => read(query, 'GET /api/user/reminders'),
})

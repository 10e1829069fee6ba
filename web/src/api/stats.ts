import type { CalendarDay } from '@medicready/domain/calendar'
import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

/** The figures of the caller's study, for one day of their calendar; with the next day they are fetched anew. */
export const statsQuery = (today: CalendarDay) =>
  queryOptions({
    queryKey: [...rooms.study, 'stats', today],
    queryFn: (query) => read(query, 'GET /api/user/stats'),
  })

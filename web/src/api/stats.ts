import type { CalendarDay } from '@medicready/domain/core/calendar'
import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

/** Per calendar day of the caller; refetched with the next. */
export const statsQuery = (today: CalendarDay) =>
  queryOptions({
    queryKey: [...rooms.study, 'stats', today],
    queryFn: (query) => read(query, 'GET /api/user/stats'),
  })

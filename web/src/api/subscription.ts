import type { CalendarDay } from '@medicready/domain/core/calendar'
import { queryOptions } from '@tanstack/react-query'
import { quietWhenSignedOut } from './errors.ts'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

/** The daily limit is per day of the account's calendar; refetched with the next. */
export const subscriptionQuery = (today: CalendarDay) =>
  queryOptions({
    ...quietWhenSignedOut,
    queryKey: [...rooms.study, 'subscription', today],
    queryFn: (query) => read(query, 'GET /api/subscription/status'),
  })

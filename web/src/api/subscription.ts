import type { CalendarDay } from '@medicready/domain/calendar'
import { queryOptions } from '@tanstack/react-query'
import { quietWhenSignedOut } from './errors.ts'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

/**
 * The plan of an account and what is left of its limit today: it holds for one day of the account's calendar, and with
 * the next it is fetched anew.
 */
export const subscriptionQuery = (today: CalendarDay) =>
  queryOptions({
    ...quietWhenSignedOut,
    queryKey: [...rooms.study, 'subscription', today],
    queryFn: (query) => read(query, 'GET /api/subscription/status'),
  })

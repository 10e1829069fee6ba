import type { CalendarDay } from '@medicready/domain/core/calendar'
import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'
import { sharedData } from './shared-data.ts'

/** Per calendar day: forgetting changes it overnight. */
export const readinessQuery = (today: CalendarDay) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.readiness, today],
    queryFn: (query) => read(query, 'GET /api/readiness'),
  })

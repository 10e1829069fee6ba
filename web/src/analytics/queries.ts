import type { CalendarDay } from '@medicready/domain/calendar'
import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { sharedData } from '../api/shared-data.ts'

/**
 * The caller's analytics, for one day of their calendar. They are a room of their own: other screens do not fetch them
 * again with each answer, and whoever comes back to them sees what is there by then.
 */
export const analyticsQuery = (today: CalendarDay) =>
  queryOptions({
    ...sharedData,
    queryKey: ['analytics', today],
    queryFn: (query) => read(query, 'GET /api/user/analytics'),
  })

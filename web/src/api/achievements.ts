import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

/** What can be achieved, and how far the caller is. */
export const achievementsQuery = queryOptions({
  queryKey: [...rooms.study, 'achievements'],
  queryFn: (query) => read(query, 'GET /api/user/achievements'),
})

import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'

export const achievementsQuery = queryOptions({
  queryKey: [...rooms.study, 'achievements'],
  queryFn: (query) => read(query, 'GET /api/user/achievements'),
})

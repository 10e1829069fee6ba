import { queryOptions } from '@tanstack/react-query'
import { keptOf } from '../offline/kept-reads.ts'

/** What is kept on this device of whoever is signed in. */
export const keptQuery = (userId: string) =>
  queryOptions({ queryKey: ['offline', 'kept', userId], queryFn: () => keptOf(userId), staleTime: 0 })

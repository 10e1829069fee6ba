import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { read } from '../api/read.ts'
import { useWrite } from '../api/write.ts'

/** While one is being put together it is asked for again and again: it takes some seconds. */
const LOOK_AGAIN_MS = 1_500
/** One that was ready expires while the page is open. */
const STALE_AFTER_MS = 10_000

/** What the person has asked for of their data, the latest first. */
export const exportsQuery = queryOptions({
  queryKey: ['accounts', 'exports'],
  queryFn: (query) => read(query, 'GET /api/user/exports'),
  staleTime: STALE_AFTER_MS,
  refetchInterval: ({ state }) => (state.data?.[0]?.situation === 'beingMade' ? LOOK_AGAIN_MS : false),
})

/** Asks for all that is known of the person. */
export function useRequestExport() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/exports', { onSettled: () => queries.invalidateQueries({ queryKey: exportsQuery.queryKey }) })
}

/** Where the browser itself downloads it from: the file is not held in the page. */
export const exportAddress = (id: string): string => `/api/user/exports/${encodeURIComponent(id)}`

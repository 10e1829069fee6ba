import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { Response, Sent } from '../api/client.ts'
import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { type Asker, type ReadKey, type ReadQuery, read, readOrNull, readWithHeaders } from '../api/read.ts'
import { useWrite, type WriteKey } from '../api/write.ts'
import { type AsOf, asOfIn } from './address.ts'

/** By call and parameters, so that a write can refetch every read. */
const keyOf = (key: ReadKey, sent: object): QueryKey => [...rooms.admin, key, sent]

/** The types follow from the key. Callers check what is sent. */
type Ask<Key extends ReadKey, Answer> = (query: Asker, key: Key, sent: object) => Promise<Answer>

export interface AdminQuery<Data> extends ReadQuery<Data> {
  readonly staleTime: number
}

export const adminQuery = <Key extends ReadKey>(key: Key, sent: Sent<Key>): AdminQuery<Response<Key>> => ({
  ...sharedData,
  queryKey: keyOf(key, sent),
  queryFn: (query) => (read as Ask<Key, Response<Key>>)(query, key, sent),
})

export const adminQueryOrNull = <Key extends ReadKey>(key: Key, sent: Sent<Key>): AdminQuery<Response<Key> | null> => ({
  ...sharedData,
  queryKey: keyOf(key, sent),
  queryFn: (query) => (readOrNull as Ask<Key, Response<Key> | null>)(query, key, sent),
})

type EntryOf<Key extends ReadKey> = Response<Key> extends readonly (infer Entry)[] ? Entry : never
type AdminPages<Key extends ReadKey> = ReturnType<typeof pagesQuery<EntryOf<Key>>>

export const adminPages = <Key extends ReadKey>(key: Key, sent: Sent<Key>): AdminPages<Key> =>
  pagesQuery(keyOf(key, sent), (query, page) => {
    const ask = readWithHeaders as Ask<Key, { body: readonly EntryOf<Key>[]; headers: Headers }>
    return ask(query, key, { ...page, ...sent })
  })

/** Refetches everything that dashboards show, including the audit. */
export function useAdminWrite<Key extends WriteKey>(key: Key): ReturnType<typeof useWrite<Key>> {
  const queries = useQueryClient()
  return useWrite<Key>(key, { onSettled: () => void queries.invalidateQueries({ queryKey: rooms.admin }) })
}

export const dashboardLoader =
  (start: (queries: QueryClient, asOf: AsOf, address: { readonly search: URLSearchParams; readonly id: string }) => void) =>
  async (queries: QueryClient, { params: { id = '' }, request }: LoaderFunctionArgs) => {
    const search = new URL(request.url).searchParams
    const asOf = asOfIn(search)
    start(queries, asOf, { search, id })
  }

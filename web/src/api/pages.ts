import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { SendOptions } from './client.ts'
import { sharedData } from './query-keys.ts'
import type { Asker } from './read.ts'

export function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1]
  return address === undefined ? null : new URL(address, 'http://any').searchParams.get('cursor')
}

/** A paged list that others change too. Its data is all entries so far; `ask` reads one page. */
export const pagesQuery = <Entry>(
  queryKey: QueryKey,
  ask: (query: Asker, page: Pick<SendOptions, 'cursor'>) => Promise<{ body: readonly Entry[]; headers: Headers }>,
) =>
  infiniteQueryOptions({
    ...sharedData,
    queryKey,
    queryFn: async ({ pageParam: cursor, ...query }) => {
      const { body, headers } = await ask(query, cursor === null ? {} : { cursor })
      return { entries: body, next: nextCursor(headers.get('link')) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  })

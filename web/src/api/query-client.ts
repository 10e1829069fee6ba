import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, noResult, ownWords } from './errors.ts'
import { sessionQuery } from './session.ts'

/**
 * Data never becomes stale, nothing polls, nothing is fetched again on focus, nothing is retried: writes invalidate
 * what they change.
 * `onSignedOut` hears of every call that is refused because the session has ended, but for those that deal with it
 * themselves.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!isSignedOut(error)) return
        if (meta?.signedOut === noResult.meta.signedOut) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
        else onSignedOut()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, { meta }) => {
        if (isSignedOut(error) && meta?.signedOut !== ownWords.meta.signedOut) onSignedOut()
      },
    }),
    defaultOptions: {
      // 'always': without a connection a call fails at once and says so, instead of waiting silently for the connection
      // to return.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

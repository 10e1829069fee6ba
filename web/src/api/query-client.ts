import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './errors.ts'
import { sessionQuery } from './session.ts'

/**
 * Data never becomes stale, nothing polls, nothing is fetched again on focus, nothing is retried: writes invalidate
 * what they change.
 * `onSignedOut` hears of every call that is refused because the session has ended, but for those that deal with it
 * themselves.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const tell = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (!isSignedOut(error)) return
    if (!meta?.isQuiet) onSignedOut()
    // Who has no session any more sees what everybody sees.
    else void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => tell(error, meta) }),
    mutationCache: new MutationCache({ onError: (error, _variables, _context, { meta }) => tell(error, meta) }),
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

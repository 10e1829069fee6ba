import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './errors.ts'
import { sessionQuery } from './session.ts'

/** Data never becomes stale: writes invalidate it. `onSignedOut` is called when the session is found to have ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const tell = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (!isSignedOut(error)) return
    if (!meta?.isQuiet) onSignedOut()
    else void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => tell(error, meta) }),
    mutationCache: new MutationCache({ onError: (error, _variables, _context, { meta }) => tell(error, meta) }),
    defaultOptions: {
      // 'always': without a connection a call fails at once, instead of silently waiting for the connection.
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

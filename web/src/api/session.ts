import type { User } from '@medicready/domain/contract/accounts/accounts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { orNullWhenSignedOut } from './errors.ts'
import { sharedData } from './query-keys.ts'
import { read } from './read.ts'

export type { User }

let beforeRead = async (): Promise<void> => undefined

export const doBeforeSession = (work: () => Promise<void>): void => {
  beforeRead = work
}

export const sessionQuery = queryOptions({
  queryKey: ['accounts', 'session'],
  queryFn: async (query) => {
    await beforeRead()
    return orNullWhenSignedOut(read(query, 'GET /api/auth/user'))
  },
})

/** Reread after some seconds, since other windows can change it. */
export const freshSessionQuery = queryOptions({ ...sessionQuery, staleTime: sharedData.staleTime })

export type Session =
  | { state: 'loading' }
  | { state: 'signedIn'; user: User }
  | { state: 'signedOut' }
  | { state: 'unknown'; error: Error; retry: () => void }

export function useSession(): Session {
  const { data: user, error, refetch } = useQuery(sessionQuery)
  if (user) return { state: 'signedIn', user }
  if (user === null) return { state: 'signedOut' }
  if (error) return { state: 'unknown', error, retry: () => void refetch() }
  return { state: 'loading' }
}

export function useUser(): User {
  const { data: user } = useQuery(sessionQuery)
  if (!user) throw new Error('useUser is for screens of the signed-in layout')
  return user
}

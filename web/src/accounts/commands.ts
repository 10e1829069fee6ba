import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { useWrite } from '../api/write.ts'

/** Keeps the token of a session that has just begun. Nothing that was fetched for somebody else is kept. */
export function beginSession(queries: QueryClient, token: string): void {
  authToken.keep(token)
  queries.removeQueries()
}

/** Signs in, or learns what else is asked for. */
export function useLogin() {
  const queries = useQueryClient()
  return useWrite('POST /api/auth/login', {
    onSuccess: (answer) => {
      if (answer.ok) beginSession(queries, answer.token)
    },
  })
}

export const useRegister = () => useWrite('POST /api/auth/register')

export const useResendVerification = () => useWrite('POST /api/auth/resend-verification')

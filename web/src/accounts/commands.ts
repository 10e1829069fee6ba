import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
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

/** Signs in by a passkey alone; the code for it comes when it is asked for. */
export function usePasskeySignIn(onSignedIn: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await import('./passkey-sign-in.ts')).signInByPasskey(),
    onSuccess: (token) => {
      if (token === null) return
      beginSession(queries, token)
      onSignedIn()
    },
  })
}

export const useResendVerification = () => useWrite('POST /api/auth/resend-verification')

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { friendlyMessage } from '../api/errors.ts'
import { useWrite } from '../api/write.ts'
import { toast } from '../ui/toast.tsx'

export interface Credentials {
  email: string
  password: string
}

/** Drops everything that was fetched before. */
export function beginSession(queries: QueryClient, token: string): void {
  authToken.keep(token)
  queries.removeQueries()
}

export function useLogin() {
  const queries = useQueryClient()
  return useWrite('POST /api/auth/login', {
    onSuccess: (answer) => {
      if (answer.ok) beginSession(queries, answer.token)
    },
  })
}

export function usePasskeySignIn(onSignedIn: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        const { signInByPasskey } = await import('./passkeys.ts')
        beginSession(queries, await signInByPasskey())
        onSignedIn()
      } catch (error) {
        // Caught here: a refused passkey is a 401, which otherwise counts as the end of a session.
        toast({ title: 'Error', description: passkeyFailure(error), variant: 'destructive' })
      }
    },
  })
}

/** Error names for a prompt that was closed, timed out, or cannot be opened here. */
const givenUp = ['NotAllowedError', 'AbortError', 'SecurityError', 'WebAuthnError']

export const passkeyFailure = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  return givenUp.includes(name) ? 'No passkey was used. Please try again or use another method.' : friendlyMessage(error)
}

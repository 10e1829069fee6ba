import { useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { useWrite } from '../api/write.ts'

/** Signs in. Nothing that was fetched for somebody else is kept. */
export function useLogin() {
  const queries = useQueryClient()
  return useWrite('POST /api/auth/login', {
    onSuccess: ({ token }) => {
      authToken.keep(token)
      queries.removeQueries()
    },
  })
}

export const useRegister = () => useWrite('POST /api/auth/register')

export const useResendVerification = () => useWrite('POST /api/auth/resend-verification')

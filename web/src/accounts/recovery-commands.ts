import { useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { useWrite } from '../api/write.ts'
import { devicesQuery } from './devices.ts'

/** Verifies with the password, where the browser is not the one that registered. */
export const useVerifyEmail = () => useWrite('POST /api/auth/verify-email')

export const useForgotPassword = () => useWrite('POST /api/auth/forgot-password')

export const useResetPassword = () => useWrite('POST /api/auth/reset-password')

export const useConfirmEmail = () => useWrite('POST /api/auth/confirm-email')

/** Changes the password. Everybody else is signed out; here the session goes on under another token. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/password', {
    onSuccess: async ({ token }) => {
      authToken.keep(token)
      await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
}

export const useChangeEmail = () => useWrite('POST /api/user/email')

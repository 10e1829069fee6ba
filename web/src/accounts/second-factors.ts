import type { SecondFactors } from '@medicready/domain/contract/accounts/second-factors'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { authToken } from '../api/auth-token.ts'
import { read } from '../api/read.ts'
import { useWrite } from '../api/write.ts'

export type Factor = SecondFactors['factors'][number]

/** What the account asks for beside the password. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['accounts', 'second-factors'],
  queryFn: (query) => read(query, 'GET /api/user/second-factors'),
})

/** With each change the session goes on under another token, and all other devices are signed out. */
function useRenewal() {
  const queries = useQueryClient()
  return ({ token }: { token: string }) => {
    authToken.keep(token)
    void queries.invalidateQueries({ queryKey: ['accounts'] })
  }
}

export const useBeginPasskey = () => useWrite('POST /api/user/second-factors/passkeys/begin')
export const useAddPasskey = () => useWrite('POST /api/user/second-factors/passkeys', { onSuccess: useRenewal() })
export const useBeginApp = () => useWrite('POST /api/user/second-factors/totp/begin')
export const useAddApp = () => useWrite('POST /api/user/second-factors/totp', { onSuccess: useRenewal() })
export const useRemoveFactor = () => useWrite('POST /api/user/second-factors/{id}/remove', { onSuccess: useRenewal() })
export function useNewRecoveryCodes() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/second-factors/recovery-codes', {
    onSuccess: () => void queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  })
}

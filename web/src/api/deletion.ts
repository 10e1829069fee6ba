import { useQueryClient } from '@tanstack/react-query'
import { showOfAccount } from './save-settings.ts'
import { useWrite } from './write.ts'

export function useRequestDeletion() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/deletion', { onSuccess: ({ eraseAt }) => showOfAccount(queries, { eraseAt }) })
}

export function useKeepAccount() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/deletion', { onSuccess: ({ eraseAt }) => showOfAccount(queries, { eraseAt }) })
}

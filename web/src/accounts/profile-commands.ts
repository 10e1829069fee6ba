import { useQueryClient } from '@tanstack/react-query'
import { showOfAccount } from '../api/save-settings.ts'
import { useWrite } from '../api/write.ts'

export function useSaveProfile() {
  const queries = useQueryClient()
  return useWrite('PATCH /api/user/profile', { onSuccess: (profile) => showOfAccount(queries, profile) })
}

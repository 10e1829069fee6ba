import { useQueryClient } from '@tanstack/react-query'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'

/** What is done with codes changes what the dashboard shows, its audit among it. */
function useDashboardChanges() {
  const queries = useQueryClient()
  return { onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }) }
}

export const useCreateCode = () => useWrite('POST /api/admin/discount-codes', useDashboardChanges())
export const useReviseCode = () => useWrite('PUT /api/admin/discount-codes/{code}', useDashboardChanges())
export const useActivateCode = () => useWrite('POST /api/admin/discount-codes/{code}/activate', useDashboardChanges())
export const useDeactivateCode = () => useWrite('POST /api/admin/discount-codes/{code}/deactivate', useDashboardChanges())
export const useDeleteCode = () => useWrite('DELETE /api/admin/discount-codes/{code}', useDashboardChanges())

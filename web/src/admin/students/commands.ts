import { useQueryClient } from '@tanstack/react-query'
import { rooms } from '../../api/rooms.ts'
import { useWrite } from '../../api/write.ts'

/** What an administrator does changes what the dashboard shows, its audit among it. */
function useDashboardChanges() {
  const queries = useQueryClient()
  return { onSuccess: () => void queries.invalidateQueries({ queryKey: rooms.admin }) }
}

export const useInviteStudent = () => useWrite('POST /api/admin/students', useDashboardChanges())
export const useGiveTier = () => useWrite('PUT /api/admin/students/{id}/tier', useDashboardChanges())
export const useUnlockStudent = () => useWrite('POST /api/admin/students/{id}/unlock', useDashboardChanges())
export const useEraseStudent = () => useWrite('POST /api/admin/students/{id}/erase', useDashboardChanges())

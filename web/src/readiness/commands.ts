import { useQueryClient } from '@tanstack/react-query'
import { rooms } from '../api/rooms.ts'
import { useWrite } from '../api/write.ts'

/** Chooses the exam that readiness is told of. */
export function useChooseExam() {
  const queries = useQueryClient()
  return useWrite('POST /api/readiness/profile', { onSuccess: () => queries.invalidateQueries({ queryKey: rooms.readiness }) })
}

/** Says how the real exam went, or says it otherwise. */
export function useReportOutcome() {
  const queries = useQueryClient()
  return useWrite('POST /api/readiness/outcome', { onSuccess: () => queries.invalidateQueries({ queryKey: rooms.readiness }) })
}

/** Says it otherwise than the link of a mail did. */
export const useCorrectOutcome = () => useWrite('POST /api/readiness/outcome-link')

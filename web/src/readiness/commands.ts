import type { ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { friendlyMessage } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { useRefetching, useWrite } from '../api/write.ts'
import { toast } from '../ui/toast.tsx'

export const useChooseExam = () => useWrite('POST /api/readiness/profile', useRefetching(rooms.readiness))

const useReportOutcome = () => useWrite('POST /api/readiness/outcome', useRefetching(rooms.readiness))

/** Replaces the answer that an email link gave. */
export const useCorrectOutcome = () => useWrite('POST /api/readiness/outcome-link')

export function useTellOutcome(sittingId: string) {
  const report = useReportOutcome()
  const tell = async (outcome: ReportedOutcome): Promise<boolean> => {
    try {
      await report.mutateAsync({ body: { sittingId, outcome } })
      return true
    } catch (error) {
      toast({ title: 'Your answer was not saved', description: friendlyMessage(error), variant: 'destructive' })
      return false
    }
  }
  return { tell, sending: report.isPending ? report.variables.body.outcome : null }
}

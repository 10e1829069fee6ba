import type { ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { friendlyMessage } from '../api/errors.ts'
import { toast } from '../ui/toast.tsx'
import { useReportOutcome } from './commands.ts'

/** Says how a sitting of the real exam went, and says so where it did not arrive. */
export function useTellOutcome(sittingId: string) {
  const report = useReportOutcome()
  const tell = async (outcome: ReportedOutcome): Promise<boolean> => {
    try {
      await report.mutateAsync({ body: { sittingId, outcome } })
      return true
    } catch (error) {
      toast({ title: 'Your answer did not arrive', description: friendlyMessage(error), variant: 'destructive' })
      return false
    }
  }
  return { tell, sending: report.isPending ? report.variables.body.outcome : null }
}

import { type ReportedOutcome, reportedOutcomes } from '@medicready/domain/readiness/shown/rules'
import { friendlyMessage } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { useRefetching, useWrite } from '../api/write.ts'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { toast } from '../ui/toast.tsx'
import { outcomeWords } from './readiness-words.ts'

interface OutcomeButtonsProps {
  legend: string
  /** The label is visible elsewhere, so only screen readers need it. */
  isLegendHeard?: boolean
  isCentered?: boolean
  /** An earlier answer is not offered again. */
  except: ReportedOutcome | null
  sending: ReportedOutcome | null
  onChoose: (outcome: ReportedOutcome) => void
}

export const OutcomeButtons = ({ legend, isLegendHeard = false, isCentered = false, except, sending, onChoose }: OutcomeButtonsProps) => (
  <fieldset>
    <legend className={classList(isLegendHeard ? 'sr-only' : 'mb-2 text-sm text-muted')}>{legend}</legend>
    <div className={classList('flex flex-wrap gap-3', isCentered && 'justify-center')}>
      {reportedOutcomes
        .filter((outcome) => outcome !== except)
        .map((outcome) => (
          <Button
            key={outcome}
            variant="secondary"
            loading={sending === outcome}
            {...(sending !== null && sending !== outcome && { disabledReason: 'Another answer is on its way.' })}
            onClick={() => onChoose(outcome)}
            label={outcomeWords[outcome].button}
          />
        ))}
    </div>
  </fieldset>
)

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

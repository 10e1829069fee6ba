import { type ReportedOutcome, reportedOutcomes } from '@medicready/domain/readiness/rules'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { outcomeWords } from './readiness-words.ts'

interface OutcomeButtonsProps {
  legend: string
  /** Whether the label is visible elsewhere, so that only screen readers need it. */
  isLegendHeard?: boolean
  isCentered?: boolean
  /** The earlier answer, which is not offered again; null where there is none. */
  except: ReportedOutcome | null
  /** The one that is on its way. */
  sending: ReportedOutcome | null
  onChoose: (outcome: ReportedOutcome) => void
}

/** The ways in which an exam can have gone. */
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
          >
            {outcomeWords[outcome].button}
          </Button>
        ))}
    </div>
  </fieldset>
)

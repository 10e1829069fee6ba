import type { Readiness } from '@medicready/domain/contract/readiness/readiness'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { OutcomeButtons } from './outcome-buttons.tsx'
import { outcomeWords } from './readiness-words.ts'
import { useTellOutcome } from './use-tell-outcome.ts'

/** What was said of the real exam, and the way to say it otherwise. */
export function ToldOutcome({ outcome }: { outcome: NonNullable<Readiness['outcome']> }) {
  const { sittingId, examDate, reported } = outcome
  const { tell, sending } = useTellOutcome(sittingId)
  const [isChanging, setChanging] = useState(false)
  if (reported === null) return null
  return (
    <div className="grid justify-items-start gap-3 border-t border-hairline pt-5 print:hidden">
      <p className="text-sm">
        You told us of your exam on {calendarDayInWords(examDate)}: {outcomeWords[reported].said}.{' '}
        <Button variant="link" size="sm" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          Change
        </Button>
      </p>
      {isChanging && (
        <OutcomeButtons
          legend="How did your exam go?"
          except={reported}
          sending={sending}
          onChoose={async (changed) => {
            if (await tell(changed)) setChanging(false)
          }}
        />
      )}
    </div>
  )
}

import type { Readiness, ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { useEffect, useRef } from 'react'
import { CardTitle } from '../ui/card.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { OutcomeButtons, useTellOutcome } from './outcome-buttons.tsx'
import { outcomeWords } from './readiness-words.ts'

interface QuestionProps {
  outcome: NonNullable<Readiness['outcome']>
  /** After an answer the question stays to say thanks. */
  onTold: () => void
}

export default function ExamOutcomeQuestion({ outcome: { sittingId, examDate, reported }, onTold }: QuestionProps) {
  const { tell, sending } = useTellOutcome(sittingId)
  const heading = useRef<HTMLHeadingElement>(null)
  const told = useRef(false)
  // The pressed button is gone, so its replacement takes the focus.
  useEffect(() => {
    if (told.current && reported !== null) heading.current?.focus()
  }, [reported])
  const answer = async (outcome: ReportedOutcome) => {
    told.current = true
    onTold()
    await tell(outcome)
  }
  return (
    <section aria-labelledby="exam-outcome" className="grid gap-4 rounded-card border border-brand bg-surface p-5 sm:p-6">
      <div>
        <CardTitle id="exam-outcome" ref={heading} tabIndex={-1}>
          {reported === null ? 'How did your exam go?' : outcomeWords[reported].thanks}
        </CardTitle>
        <p className="mt-1 max-w-[68ch]">
          {reported === null
            ? `Your exam date was ${calendarDayInWords(examDate)}. We use your answer, together with all others, to show how often our estimates are right and to improve them. No one sees that it is yours.`
            : outcomeWords[reported].text}
        </p>
      </div>
      <OutcomeButtons
        legend={reported === null ? 'How did your exam go?' : 'Not right? Change it:'}
        isLegendHeard={reported === null}
        except={reported}
        sending={sending}
        onChoose={(outcome) => void answer(outcome)}
      />
    </section>
  )
}

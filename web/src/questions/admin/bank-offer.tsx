import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayOf } from '../../ui/words.ts'
import { useSettleBankRevision } from './commands.ts'
import { draftOf } from './content-draft.ts'
import { DraftFields, useDraft } from './draft-fields.tsx'
import { Difference } from './question-history.tsx'

type Decision = 'taken' | 'kept' | 'edited'
type BankOffer = NonNullable<DoubtedQuestionInFull['bankOffer']>

const decisions: Record<Decision, { label: string; button: string; done: string }> = {
  taken: { label: "Use the bank's version", button: 'Take Over', done: "Learners get the bank's version from now on." },
  kept: { label: 'Keep the current version', button: 'Keep Words', done: 'The question does not change.' },
  edited: { label: 'Write something else', button: 'Publish Revision', done: 'Learners get the new version from now on.' },
}

export function BankOfferForm({ question, offer }: { question: DoubtedQuestionInFull; offer: BankOffer }) {
  const [decision, setDecision] = useState<Decision | ''>('')
  const work = useDraft(() => draftOf(offer.content), question.questionId)
  const settle = useSettleBankRevision()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (decision === '' || settle.isPending) return
    const content = decision === 'edited' ? work.whole() : null
    if (decision === 'edited' && content === null) return
    const { version, questionId: id } = question
    try {
      const body = { version, offer: offer.offer, decision, content, acceptWarnings: work.acceptWarnings }
      await settle.mutateAsync({ params: { id }, body })
      toast({ title: 'Decided', description: decisions[decision].done })
    } catch (error) {
      work.refused(error)
    }
  }

  return (
    <form ref={work.form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-sm text-muted">
        An educator revised this question, and since {dayOf(offer.offeredAt)} the bank's file has a different version of {offer.bankId}.
        These changes would be made:
      </p>
      <Difference from={question.content} to={offer.content} />
      <RadioRows
        legend={<span className="sr-only">What to do with the bank's version</span>}
        name="bankDecision"
        value={decision}
        onChange={(value) => setDecision(value as Decision)}
        disabled={settle.isPending}
        rows={Object.entries(decisions).map(([value, { label }]) => ({ value, label }))}
      />
      {decision === 'edited' && <DraftFields work={work} revised={{ content: question.content, statistics: question.statistics[0] }} />}
      {decision !== '' && (
        <Button
          type="submit"
          size="lg"
          className="justify-self-start"
          loading={settle.isPending}
          busy="Saving..."
          label={decisions[decision].button}
        />
      )}
    </form>
  )
}

import { BankSettlement } from '@medicready/domain/contract/questions/admin-forms'
import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { useForm } from '../../api/form.ts'
import { toastFailure } from '../../api/write.ts'
import { Button } from '../../ui/button.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayOf } from '../../ui/words.ts'
import { useSettleBankRevision } from './commands.ts'
import { DraftFields } from './draft-fields.tsx'
import { contentOf, draftOf } from './drafts/content-draft.ts'
import { Difference } from './question-history.tsx'

type Decision = 'taken' | 'kept' | 'edited'
type BankOffer = NonNullable<DoubtedQuestionInFull['bankOffer']>

const decisions: Record<Decision, { label: string; button: string; done: string }> = {
  taken: { label: "Use the bank's version", button: 'Take Over', done: "Learners get the bank's version from now on." },
  kept: { label: 'Keep the current version', button: 'Keep Words', done: 'The question does not change.' },
  edited: { label: 'Write something else', button: 'Publish Revision', done: 'Learners get the new version from now on.' },
}

export function BankOfferForm({ question, offer }: { question: DoubtedQuestionInFull; offer: BankOffer }) {
  const { version, questionId } = question
  const settle = useSettleBankRevision()
  const { form, fields, field, set, issuesAt, isSending } = useForm({
    schema: BankSettlement,
    initial: { decision: '' as Decision | '', content: draftOf(offer.content), acceptWarnings: false },
    bodyOf: ({ content, ...rest }) => ({
      ...rest,
      version,
      offer: offer.offer,
      content: rest.decision === 'edited' ? contentOf(content) : null,
    }),
    send: async (body) => {
      await settle.mutateAsync({ params: { id: questionId }, body })
      toast({ title: 'Decided', description: decisions[body.decision].done })
    },
    onRefused: (error) => toastFailure(error, undefined, 'Not Saved'),
  })
  const { decision } = fields

  return (
    <form {...form} className="grid gap-5">
      <p className="text-sm text-muted">
        An educator revised this question, and since {dayOf(offer.offeredAt)} the bank's file has a different version of {offer.bankId}.
        These changes would be made:
      </p>
      <Difference from={question.content} to={offer.content} />
      <RadioRows
        legend={<span className="sr-only">What to do with the bank's version</span>}
        name="bankDecision"
        value={decision}
        onChange={(value) => set({ decision: value as Decision })}
        disabled={isSending}
        rows={Object.entries(decisions).map(([value, { label }]) => ({ value, label }))}
      />
      {decision === 'edited' && (
        <DraftFields
          field={field}
          issuesAt={issuesAt}
          questionId={questionId}
          revised={{ content: question.content, statistics: question.statistics[0] }}
        />
      )}
      {decision !== '' && (
        <Button
          type="submit"
          size="lg"
          className="justify-self-start"
          loading={isSending}
          busy="Saving..."
          label={decisions[decision].button}
        />
      )}
    </form>
  )
}

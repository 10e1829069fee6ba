import type { DoubtedQuestionInFull, ReviewDecision } from '@medicready/domain/contract/questions/review-requests'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { focusFirstFault } from '../../ui/focus-first-fault.ts'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useResolveReviewRequests } from './commands.ts'
import { draftOf } from './content-draft.ts'
import { DraftFields } from './draft-fields.tsx'
import { useDraft } from './use-draft.ts'

const decisions: Record<ReviewDecision, { label: string; button: string; done: string }> = {
  kept: { label: 'Keep it unchanged', button: 'Keep Question', done: 'Learners get the question as before.' },
  revised: { label: 'Revise it', button: 'Publish Revision', done: 'Learners get the new version from now on.' },
  retired: { label: 'Retire it', button: 'Retire Question', done: 'Learners no longer get the question.' },
}

const NOTE_REQUIRED = 'Please write a reply to the learners who asked.'

export function DecisionForm({ review }: { review: DoubtedQuestionInFull }) {
  const [decision, setDecision] = useState<ReviewDecision | ''>('')
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState<string>()
  const [general, setGeneral] = useState<readonly string[]>([])
  const work = useDraft(() => draftOf(review.content), review.questionId)
  const resolve = useResolveReviewRequests()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (decision === '' || resolve.isPending) return
    const missing = note.trim() === '' ? NOTE_REQUIRED : undefined
    setNoteError(missing)
    setGeneral([])
    const content = decision === 'revised' ? work.whole() : null
    if (missing || (decision === 'revised' && content === null)) return focusFirstFault(form.current)
    const { version, requestsMade: requestsSeen } = review
    const body = { version, requestsSeen, decision, note, content, acceptWarnings: work.acceptWarnings }
    try {
      await resolve.mutateAsync({ params: { id: review.questionId }, body })
      toast({ title: 'Request decided', description: decisions[decision].done })
      await navigate(paths.adminReviewRequests())
    } catch (error) {
      if (isSignedOut(error)) return
      if (work.refused(error)) return focusFirstFault(form.current)
      if (error instanceof ApiError && error.code === 'revisionMissing') {
        setGeneral([friendlyMessage(error)])
        return focusFirstFault(form.current)
      }
      toast({ title: 'Request Failed', description: friendlyMessage(error), variant: 'destructive' })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-labelledby="decision">
      <RadioRows
        legend={<span className="sr-only">Decision on the question</span>}
        name="decision"
        value={decision}
        onChange={(value) => setDecision(value as ReviewDecision)}
        disabled={resolve.isPending}
        rows={Object.entries(decisions).map(([value, { label }]) => ({ value, label }))}
      />
      {general.length > 0 && (
        <div data-refusal tabIndex={-1} role="alert">
          <Banner tone="bad" title="This revision does not meet the rules of the question bank.">
            {general.join('. ')}
          </Banner>
        </div>
      )}
      {decision === 'revised' && <DraftFields work={work} revised={{ content: review.content, statistics: review.statistics[0] }} />}
      {decision !== '' && (
        <>
          <TextField
            label="Reply to the learners who asked"
            error={noteError}
            hint="They see it with the outcome."
            rows={3}
            maxLength={2000}
            value={note}
            onChange={setNote}
          />
          <Button
            type="submit"
            size="lg"
            className="justify-self-start"
            variant={decision === 'retired' ? 'destructive' : 'primary'}
            loading={resolve.isPending}
          >
            {resolve.isPending ? 'Saving...' : decisions[decision].button}
          </Button>
        </>
      )}
    </form>
  )
}

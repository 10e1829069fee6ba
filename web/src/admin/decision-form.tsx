import type { DoubtedQuestionInFull, ReviewDecision } from '@medicready/domain/contract/review-requests'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { RadioRows } from '../ui/radio-rows.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { useResolveReviewRequests } from './commands.ts'
import { type ContentErrors, contentOf, draftErrors, draftOf, refusedFields } from './content-draft.ts'
import { ContentEditor } from './content-editor.tsx'

const decisions: Record<ReviewDecision, { label: string; button: string; done: string }> = {
  kept: { label: 'Keep it as it is', button: 'Keep Question', done: 'The question is drawn as before.' },
  revised: { label: 'Revise it', button: 'Publish Revision', done: 'The new version is drawn from now on.' },
  retired: { label: 'Retire it', button: 'Retire Question', done: 'The question is not drawn any more.' },
}

const NOTE_REQUIRED = 'Please say a word to those who asked.'

/** Keeps, revises or retires the question, with a word to those who asked. */
export function DecisionForm({ review }: { review: DoubtedQuestionInFull }) {
  const [decision, setDecision] = useState<ReviewDecision | ''>('')
  const [note, setNote] = useState('')
  const [draft, setDraft] = useState(() => draftOf(review.content))
  const [errors, setErrors] = useState<ContentErrors>({})
  const [general, setGeneral] = useState<readonly string[]>([])
  const resolve = useResolveReviewRequests()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  const show = (fields: ContentErrors, words: readonly string[] = []) => {
    setErrors(fields)
    setGeneral(words)
    // After the fields have been marked: the first of them takes the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus())
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (decision === '' || resolve.isPending) return
    const found: Record<string, string> = decision === 'revised' ? { ...draftErrors(draft) } : {}
    if (note.trim() === '') found.note = NOTE_REQUIRED
    if (Object.keys(found).length > 0) return show(found)
    const { version, requestsMade: requestsSeen } = review
    const body = { version, requestsSeen, decision, note, content: decision === 'revised' ? contentOf(draft) : null }
    try {
      await resolve.mutateAsync({ params: { id: review.questionId }, body })
      toast({ title: 'Request decided', description: decisions[decision].done })
      await navigate(paths.adminReviewRequests())
    } catch (error) {
      if (isSignedOut(error)) return
      const issues = error instanceof ApiError && error.status === 400 ? (error.body?.issues ?? []) : []
      if (issues.length > 0) {
        const { fields, general } = refusedFields(issues)
        show(fields, general)
      } else if (error instanceof ApiError && error.code === 'revisionMissing') show({}, [friendlyMessage(error)])
      else toast({ title: 'Request Failed', description: friendlyMessage(error), variant: 'destructive' })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-labelledby="decision">
      <RadioRows
        legend={<span className="sr-only">What becomes of the question</span>}
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
      {decision === 'revised' && <ContentEditor draft={draft} errors={errors} onChange={setDraft} />}
      {decision !== '' && (
        <>
          <TextField
            label="A word to those who asked"
            error={errors.note}
            hint="They read it beside the outcome."
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

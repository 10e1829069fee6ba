import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { type FormEvent, useRef } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { focusFirstFault } from '../ui/focus-first-fault.ts'
import { toast } from '../ui/toast.tsx'
import { useReviseQuestion } from './commands.ts'
import { draftOf } from './content-draft.ts'
import { DraftFields } from './draft-fields.tsx'
import { useDraft } from './use-draft.ts'

/** A question that is written anew, as a further version. */
export function RevisionForm({ question }: { question: DoubtedQuestionInFull }) {
  const { questionId, version, content, statistics } = question
  const work = useDraft(() => draftOf(content), questionId)
  const revise = useReviseQuestion()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (revise.isPending) return
    const revision = work.whole()
    if (revision === null) return focusFirstFault(form.current)
    try {
      await revise.mutateAsync({ params: { id: questionId }, body: { version, content: revision, acceptWarnings: work.acceptWarnings } })
      toast({ title: 'Revised', description: 'The new version is asked from now on.' })
    } catch (error) {
      if (isSignedOut(error)) return
      if (work.refused(error)) return focusFirstFault(form.current)
      toast({ title: 'Not Saved', description: friendlyMessage(error), variant: 'destructive' })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <DraftFields work={work} revised={{ content, statistics: statistics[0] }} />
      <Button type="submit" size="lg" className="justify-self-start" loading={revise.isPending}>
        {revise.isPending ? 'Saving...' : 'Publish Revision'}
      </Button>
    </form>
  )
}

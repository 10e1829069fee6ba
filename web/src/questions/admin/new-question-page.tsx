import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { focusFirstFault } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddQuestion } from './commands.ts'
import { blankDraft } from './content-draft.ts'
import { DraftFields, useDraft } from './draft-fields.tsx'

export default function NewQuestionPage() {
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <div>
        <LinkButton
          icon={ArrowLeft}
          variant="ghost"
          size="sm"
          className="-ml-3 text-muted"
          to={paths.adminQuestions()}
          label="All Questions"
        />
        <PageHead title="New Question">It is a pilot and does not count toward scores until enough people have answered it.</PageHead>
      </div>
      <Card>
        <NewQuestionForm />
      </Card>
    </div>
  )
}

function NewQuestionForm() {
  const work = useDraft(blankDraft, null)
  const add = useAddQuestion()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const content = work.whole()
    if (content === null) return focusFirstFault(form.current)
    try {
      const { questionId } = await add.mutateAsync({ body: { content, acceptWarnings: work.acceptWarnings } })
      toast({ title: 'Question added', description: 'Learners get it as a pilot from now on.' })
      await navigate(paths.adminQuestion(questionId))
    } catch (error) {
      if (isSignedOut(error)) return
      if (work.refused(error)) return focusFirstFault(form.current)
      toast({ title: 'Not Saved', description: friendlyMessage(error), variant: 'destructive' })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-6" aria-label="New question">
      <DraftFields work={work} />
      <Button type="submit" size="lg" className="justify-self-start" loading={add.isPending} busy="Saving..." label="Add Question" />
    </form>
  )
}

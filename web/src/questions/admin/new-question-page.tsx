import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddQuestion } from './commands.ts'
import { blankDraft } from './content-draft.ts'
import { DraftFields, useDraft } from './draft-fields.tsx'

export default function NewQuestionPage() {
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead back={{ to: paths.adminQuestions(), label: 'All Questions' }} title="New Question">
        It is a pilot and does not count toward scores until enough people have answered it.
      </PageHead>
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

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const content = work.whole()
    if (content === null) return
    try {
      const { questionId } = await add.mutateAsync({ body: { content, acceptWarnings: work.acceptWarnings } })
      toast({ title: 'Question added', description: 'Learners get it as a pilot from now on.' })
      await navigate(paths.adminQuestion(questionId))
    } catch (error) {
      work.refused(error)
    }
  }

  return (
    <form ref={work.form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-6" aria-label="New question">
      <DraftFields work={work} />
      <Button type="submit" size="lg" className="justify-self-start" loading={add.isPending} busy="Saving..." label="Add Question" />
    </form>
  )
}

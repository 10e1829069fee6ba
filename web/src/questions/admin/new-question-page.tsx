import { NewQuestion } from '@medicready/domain/contract/questions/admin-forms'
import { useNavigate } from 'react-router-dom'
import { useForm } from '../../api/form.ts'
import { toastFailure } from '../../api/write.ts'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddQuestion } from './commands.ts'
import { DraftFields } from './draft-fields.tsx'
import { blankDraft, contentOf } from './drafts/content-draft.ts'

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
  const add = useAddQuestion()
  const navigate = useNavigate()
  const { form, field, issuesAt, isSending } = useForm({
    schema: NewQuestion,
    initial: { content: blankDraft(), acceptWarnings: false },
    bodyOf: ({ content, ...rest }) => ({ ...rest, content: contentOf(content) }),
    send: async (body) => {
      const { questionId } = await add.mutateAsync({ body })
      toast({ title: 'Question added', description: 'Learners get it as a pilot from now on.' })
      await navigate(paths.adminQuestion(questionId))
    },
    onRefused: (error) => toastFailure(error, undefined, 'Not Saved'),
  })

  return (
    <form {...form} className="grid gap-6" aria-label="New question">
      <DraftFields field={field} issuesAt={issuesAt} questionId={null} />
      <Button type="submit" size="lg" className="justify-self-start" loading={isSending} busy="Saving..." label="Add Question" />
    </form>
  )
}

import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { FileQuestionMark, Lock, Timer } from 'lucide-react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { QuestionSkeleton } from '../answering/question-skeleton.tsx'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../app/dead-end.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AnswerableQuestion } from './answerable-question.tsx'
import { CLOSED_PART, questionQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(questionQuery(params.id ?? ''))
}

/** A question by itself, from its address. */
export default function QuestionPage() {
  const { id = '' } = useParams()
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageTitle>Question</PageTitle>
      <Loaded key={id} isWholePage skeleton={<PageSkeleton />} failure="This question could not be loaded.">
        <QuestionOrNotFound id={id} />
      </Loaded>
    </div>
  )
}

function QuestionOrNotFound({ id }: { id: string }) {
  const { data: question } = useSuspenseQuery(questionQuery(id))
  if (question === CLOSED_PART)
    return (
      <DeadEnd title="Not Open Yet" icon={Lock} to={paths.studySession({ mode: 'daily' })} label="Go to Today's Questions">
        This is a later part of a case. It opens when you have answered the part before it.
      </DeadEnd>
    )
  if (question?.isWithheld)
    return (
      <DeadEnd title="In Your Timed Exam" icon={Timer} to={paths.studyMode()} label="Go to Study Mode">
        This question is in a timed exam of yours. It opens here when the exam has ended.
      </DeadEnd>
    )
  if (question) return <AnswerableQuestion question={question} />
  return (
    <DeadEnd title="Question Not Found" icon={FileQuestionMark} to={paths.home()}>
      The question you're looking for doesn't exist or has been removed.
    </DeadEnd>
  )
}

const PageSkeleton = () => (
  <>
    <Skeleton className="h-9 w-44" />
    <QuestionSkeleton />
  </>
)

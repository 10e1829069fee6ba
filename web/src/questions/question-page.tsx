import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { QuestionSkeleton } from '../answering/question-skeleton.tsx'
import { Loaded } from '../api/loaded.tsx'
import { PageTitle } from '../app/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AnswerableQuestion } from './answerable-question.tsx'
import { CLOSED_PART, questionQuery } from './queries.ts'

// Few questions are not there: what says so comes when it is needed.
const NoQuestion = lazy(() => import('./no-question.tsx'))

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
  if (question === CLOSED_PART) return <NoQuestion because="closed" />
  if (question?.isWithheld) return <NoQuestion because="inExam" />
  return question ? <AnswerableQuestion question={question} /> : <NoQuestion because="missing" />
}

const PageSkeleton = () => (
  <>
    <Skeleton className="h-9 w-44" />
    <QuestionSkeleton />
  </>
)

import type { QueryClient } from '@tanstack/react-query'
import { useSuspenseQuery } from '@tanstack/react-query'
import { FileQuestionMark } from 'lucide-react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { paths } from '../app/paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AnswerableQuestion } from './answerable-question.tsx'
import { questionQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  void queries.prefetchQuery(questionQuery(params.id ?? ''))
}

/** A question by itself, from its address. */
export default function QuestionPage() {
  const { id = '' } = useParams()
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageTitle>Question</PageTitle>
      <Loaded key={id} skeleton={<QuestionSkeleton />} failure="This question could not be loaded.">
        <QuestionOrNotFound id={id} />
      </Loaded>
    </div>
  )
}

function QuestionOrNotFound({ id }: { id: string }) {
  const { data: question } = useSuspenseQuery(questionQuery(id))
  return question ? <AnswerableQuestion question={question} /> : <QuestionNotFound />
}

const QuestionNotFound = () => (
  <Card className="mx-auto grid max-w-md justify-items-center gap-4 text-center">
    <PageTitle>Question Not Found</PageTitle>
    <span className="grid size-12 place-items-center rounded-pill bg-sunken text-muted">
      <FileQuestionMark aria-hidden className="size-6" />
    </span>
    <h1 className="text-2xl font-semibold">Question Not Found</h1>
    <p className="text-muted">The question you're looking for doesn't exist or has been removed.</p>
    <LinkButton to={paths.home()}>Back to Dashboard</LinkButton>
  </Card>
)

const QuestionSkeleton = () => (
  <>
    <Skeleton className="h-9 w-44" />
    <Card>
      <Skeleton className="h-9" />
      <Skeleton className="mt-4 h-35" />
      <div className="mt-6 grid gap-3">
        {['a', 'b', 'c', 'd'].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    </Card>
  </>
)

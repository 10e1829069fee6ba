import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestionMark } from 'lucide-react'
import { lazy } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../app/page-head.tsx'
import { mayRead, RightRequired } from '../app/right-required.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Section } from './admin-section.tsx'
import { BankOfferForm } from './bank-offer.tsx'
import { reviewRequestQuery } from './queries.ts'
import { QuestionHistory } from './question-history.tsx'
import { QuestionInFull } from './question-in-full.tsx'
import { QuestionFiguresSkeleton } from './question-skeleton.tsx'
import { RevisionForm } from './revision-form.tsx'
import { VersionStatistics } from './version-statistics.tsx'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'reviewQuestions')) void queries.prefetchQuery(reviewRequestQuery(params.id ?? '', {}))
}

/** Its chart is on its way while the question is read already. */
const ItemCalibration = lazy(() => import('./item-calibration.tsx'))

/** One question, to be revised without anybody having asked for it. */
export default function QuestionPage() {
  const { id = '' } = useParams()
  return (
    <RightRequired right="reviewQuestions">
      <div className="mx-auto grid max-w-4xl gap-6">
        <div>
          <LinkButton variant="ghost" size="sm" className="-ml-3 text-muted" to={paths.adminQuestions()}>
            <ArrowLeft aria-hidden className="size-4" />
            All Questions
          </LinkButton>
          <PageHead title="Question" />
        </div>
        <Loaded key={id} skeleton={<QuestionFiguresSkeleton />} failure="This question could not be loaded.">
          <Question id={id} />
        </Loaded>
      </div>
    </RightRequired>
  )
}

function Question({ id }: { id: string }) {
  const { data: question } = useSuspenseQuery(reviewRequestQuery(id, {}))
  if (!question)
    return (
      <Card>
        <EmptyState title="Question Not Found" icon={FileQuestionMark}>
          The question you're looking for doesn't exist or has been removed.
        </EmptyState>
      </Card>
    )
  const { bankOffer, statistics, version } = question
  const [current] = statistics
  return (
    <>
      <Section title="The question">
        <QuestionInFull question={question} />
      </Section>
      {bankOffer && (
        <Section title="The bank says something else">
          <BankOfferForm key={`${version} ${bankOffer.offer}`} question={question} offer={bankOffer} />
        </Section>
      )}
      <Section title="Statistics">{current && <VersionStatistics questionId={id} statistics={current} isCurrent />}</Section>
      <Section title="Calibration">
        <Loaded skeleton={<Skeleton className="h-64 w-full" />} failure="The calibration could not be loaded.">
          <ItemCalibration questionId={id} version={version} />
        </Loaded>
      </Section>
      <Section title="Revision">
        {question.isOpen ? (
          <Banner
            tone="warn"
            title="Learners wait for a word on this question."
            action={
              <LinkButton size="sm" variant="secondary" to={paths.adminReviewRequest(id)}>
                Decide
              </LinkButton>
            }
          >
            Revise it with your decision on their requests.
          </Banner>
        ) : question.situation === 'retired' ? (
          <p className="text-sm text-muted">It is retired, and asked no more.</p>
        ) : (
          <RevisionForm key={version} question={question} />
        )}
      </Section>
      <Section title="History">
        <QuestionHistory questionId={id} history={question.history} />
      </Section>
    </>
  )
}

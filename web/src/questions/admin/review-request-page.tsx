import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { useAsOf, withAsOf } from '../../dashboards/address.ts'
import { dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { RightRequired } from '../../page/right-required.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { dayOf } from '../../ui/words.ts'
import { BankOfferForm } from './bank-offer.tsx'
import { DecisionForm } from './decision-form.tsx'
import { reviewRequestQuery } from './queries.ts'
import { QuestionHistory } from './question-history.tsx'
import { QuestionInFull } from './question-in-full.tsx'
import { QuestionFiguresSkeleton, Section } from './question-section.tsx'
import { VersionStatistics } from './version-statistics.tsx'

export const clientLoader = dashboardLoader(
  'reviewQuestions',
  (queries, asOf, { id }) => void queries.prefetchQuery(reviewRequestQuery(id, asOf)),
)

/** One question that waits for a decision: what it says, what was said of it, how it did, and the decision. */
export default function ReviewRequestPage() {
  const { id = '' } = useParams()
  const asOf = useAsOf()
  return (
    <RightRequired right="reviewQuestions">
      <div className="mx-auto grid max-w-4xl gap-6">
        <div>
          <LinkButton variant="ghost" size="sm" className="-ml-3 text-muted" to={withAsOf(paths.adminReviewRequests(), asOf)}>
            <ArrowLeft aria-hidden className="size-4" />
            Review Requests
          </LinkButton>
          <PageHead title="Review Request" />
        </div>
        <Loaded key={`${id} ${asOf.asOf ?? ''}`} skeleton={<QuestionFiguresSkeleton />} failure="This review request could not be loaded.">
          <Review id={id} />
        </Loaded>
      </div>
    </RightRequired>
  )
}

function Review({ id }: { id: string }) {
  const asOf = useAsOf()
  // What is decided is decided today.
  const isNow = asOf.asOf === undefined
  const { data: review } = useSuspenseQuery(reviewRequestQuery(id, asOf))
  const [versionToDecide] = useState(review?.isOpen ? review.version : null)
  if (!review)
    return (
      <Card>
        <EmptyState title="Question Not Found" icon={FileQuestionMark}>
          The question you're looking for doesn't exist or has been removed.
        </EmptyState>
      </Card>
    )
  const { requests, statistics, version } = review
  const [current, ...earlier] = statistics
  return (
    <>
      <Section title="The question">
        <QuestionInFull question={review} />
      </Section>
      {isNow && review.bankOffer && (
        <Section title="The bank has another version">
          <BankOfferForm key={`${version} ${review.bankOffer.offer}`} question={review} offer={review.bankOffer} />
        </Section>
      )}
      {!isNow && review.hasBankOffer && (
        <Section title="The bank has another version">
          <p className="text-sm text-muted">The curated bank had another version of this question, and no decision had been made.</p>
        </Section>
      )}
      <Section title="Requests">
        {requests.length === 0 ? (
          <p className="text-sm text-muted">No one has asked for a review.</p>
        ) : (
          <ul className="grid gap-4">
            {requests.map((request) => (
              <li key={request.id} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                  <Badge tone={request.isOpen ? 'warn' : 'neutral'}>{request.isOpen ? 'Open' : 'Decided'}</Badge>
                  {dayOf(request.requestedAt)}, version {request.version}
                </span>
                <p className="break-words whitespace-pre-line">{request.reason ?? 'The account and its message were deleted.'}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Statistics">
        <div className="grid gap-6">
          {current && <VersionStatistics questionId={id} statistics={current} isCurrent />}
          {earlier.map((older) => (
            <VersionStatistics key={older.version} questionId={id} statistics={older} isCurrent={false} />
          ))}
        </div>
      </Section>
      {isNow && (
        <Section title="Decision" id="decision">
          {!review.isOpen && <p className="mb-4 text-sm text-muted last:mb-0">No decision is needed.</p>}
          {/* What was typed belongs to the version that was read. It stays when somebody else was faster. */}
          {(review.isOpen || version === versionToDecide) && <DecisionForm key={version} review={review} />}
        </Section>
      )}
      <Section title="History">
        <QuestionHistory questionId={id} history={review.history} />
      </Section>
    </>
  )
}

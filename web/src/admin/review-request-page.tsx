import type { DoubtedQuestionInFull } from '@medicready/domain/contract/review-requests'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Check, FileQuestionMark } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { QuestionBadges } from '../answering/question-badges.tsx'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { dayOf } from '../ui/words.ts'
import { keyFirst } from './content-draft.ts'
import { DecisionForm } from './decision-form.tsx'
import { reviewRequestQuery } from './queries.ts'
import { QuestionHistory } from './question-history.tsx'
import { ReviewRequestCauses } from './review-request-causes.tsx'
import { mayRead, RightRequired } from './right-required.tsx'
import { VersionStatistics } from './version-statistics.tsx'

export const clientLoader = async (queries: QueryClient, { params }: LoaderFunctionArgs) => {
  if (await mayRead(queries, 'reviewQuestions')) void queries.prefetchQuery(reviewRequestQuery(params.id ?? ''))
}

/** One question that waits for a decision: what it says, what was said of it, how it did, and the decision. */
export default function ReviewRequestPage() {
  const { id = '' } = useParams()
  return (
    <RightRequired right="reviewQuestions">
      <div className="mx-auto grid max-w-4xl gap-6">
        <div>
          <LinkButton variant="ghost" size="sm" className="-ml-3 text-muted" to={paths.adminReviewRequests()}>
            <ArrowLeft aria-hidden className="size-4" />
            Review Requests
          </LinkButton>
          <PageHead title="Review Request" />
        </div>
        <Loaded key={id} skeleton={<ReviewSkeleton />} failure="This review request could not be loaded.">
          <Review id={id} />
        </Loaded>
      </div>
    </RightRequired>
  )
}

function Review({ id }: { id: string }) {
  const { data: review } = useSuspenseQuery(reviewRequestQuery(id))
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
        <QuestionContent review={review} />
      </Section>
      <Section title="Requests">
        {requests.length === 0 ? (
          <p className="text-sm text-muted">Nobody has asked for a review.</p>
        ) : (
          <ul className="grid gap-4">
            {requests.map((request) => (
              <li key={request.id} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                  <Badge tone={request.isOpen ? 'warn' : 'neutral'}>{request.isOpen ? 'Open' : 'Decided'}</Badge>
                  {dayOf(request.requestedAt)}, version {request.version}
                </span>
                <p className="break-words whitespace-pre-line">{request.reason ?? 'The account is gone, and its words with it.'}</p>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Statistics">
        <div className="grid gap-6">
          {current && <VersionStatistics statistics={current} isCurrent />}
          {earlier.map((older) => (
            <VersionStatistics key={older.version} statistics={older} isCurrent={false} />
          ))}
        </div>
      </Section>
      <Section title="Decision" id="decision">
        {!review.isOpen && <p className="mb-4 text-sm text-muted last:mb-0">Nothing waits for a decision.</p>}
        {/* What was typed belongs to the version that was read. It stays when somebody else was faster. */}
        {(review.isOpen || version === versionToDecide) && <DecisionForm key={version} review={review} />}
      </Section>
      <Section title="History">
        <QuestionHistory history={review.history} />
      </Section>
    </>
  )
}

function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  )
}

const sourceWords: Record<DoubtedQuestionInFull['source'], string> = { curated: 'Curated', ai: 'Generated', educator: "Educator's" }

function QuestionContent({ review }: { review: DoubtedQuestionInFull }) {
  const { content, module, version, source } = review
  const { item } = content
  return (
    <div className="grid max-w-[72ch] gap-5">
      <p className="flex flex-wrap gap-2">
        <ReviewRequestCauses entry={review} />
        {review.situation === 'retired' && <Badge tone="warn">Retired</Badge>}
        <QuestionBadges module={module} difficulty={content.difficulty} bloomsLevel={content.bloomsLevel} />
        <Badge>Version {version}</Badge>
        <Badge>{sourceWords[source]}</Badge>
      </p>
      <p className="text-lg whitespace-pre-line">{content.stem}</p>
      <ul className="grid gap-3">
        {(item.kind === 'multiple_choice' ? keyFirst(item) : []).map(({ id, text, rationale }) => {
          const isKey = item.kind === 'multiple_choice' && id === item.key
          return (
            <li key={id} className={classList('rounded-control border px-4 py-3', isKey ? 'border-ok bg-ok-soft' : 'border-hairline')}>
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {isKey && <Check aria-hidden className="size-4 text-ok" />}
                {text}
                {isKey && <span className="text-sm font-semibold text-ok">Correct answer</span>}
              </p>
              <p className={classList('mt-1 text-sm whitespace-pre-line', isKey ? 'text-ink' : 'text-muted')}>
                {rationale ?? content.explanation}
              </p>
            </li>
          )
        })}
      </ul>
      <dl className="grid gap-3 text-sm">
        <Line term="Clinical pearl">{content.clinicalPearl}</Line>
        <Line term="References">
          <ul>
            {content.references.map((reference) => (
              <li key={reference}>{reference}</li>
            ))}
          </ul>
        </Line>
        <Line term="Guideline">
          {content.guideline.name}, {content.guideline.year}
        </Line>
        <Line term="Tags">
          {[content.tags.domain, content.tags.subTopic, content.tags.ageGroup, content.tags.judgmentStep].filter(Boolean).join(' · ')}
        </Line>
      </dl>
    </div>
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{term}</dt>
    <dd>{children}</dd>
  </div>
)

const ReviewSkeleton = () => (
  <Card>
    <Skeleton className="h-7 w-72 max-w-full" />
    <Skeleton className="mt-5 h-28" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-16" />
    </div>
  </Card>
)

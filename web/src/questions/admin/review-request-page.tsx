import { ReviewResolution } from '@medicready/domain/contract/questions/admin-forms'
import { MAX_REVIEW_TEXT_LENGTH } from '@medicready/domain/contract/questions/forms'
import type { DoubtedQuestionInFull, ReviewDecision } from '@medicready/domain/contract/questions/review-requests'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError, friendlyMessage } from '../../api/errors.ts'
import { useForm } from '../../api/form.ts'
import { Loaded } from '../../api/loaded.tsx'
import { toastFailure } from '../../api/write.ts'
import { useAsOf, withAsOf } from '../../dashboards/address.ts'
import { dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayOf } from '../../ui/words.ts'
import { BankOfferForm } from './bank-offer.tsx'
import { reviewRequestQuery, useResolveReviewRequests } from './commands.ts'
import { DraftFields } from './draft-fields.tsx'
import { contentOf, draftOf } from './drafts/content-draft.ts'
import { QuestionHistory } from './question-history.tsx'
import { QuestionFiguresSkeleton, QuestionInFull, QuestionNotFound, Section } from './question-in-full.tsx'
import { VersionStatistics } from './review-figures.tsx'

export const clientLoader = dashboardLoader((queries, asOf, { id }) => void queries.prefetchQuery(reviewRequestQuery(id, asOf)))

export default function ReviewRequestPage() {
  const { id = '' } = useParams()
  const asOf = useAsOf()
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead back={{ to: withAsOf(paths.adminReviewRequests(), asOf), label: 'Review Requests' }} title="Review Request" />
      <Loaded key={`${id} ${asOf.asOf ?? ''}`} skeleton={<QuestionFiguresSkeleton />} failure="This review request could not be loaded.">
        <Review id={id} />
      </Loaded>
    </div>
  )
}

function Review({ id }: { id: string }) {
  const asOf = useAsOf()
  // Past days can be viewed but not decided on.
  const isNow = asOf.asOf === undefined
  const { data: review } = useSuspenseQuery(reviewRequestQuery(id, asOf))
  const [versionToDecide] = useState(review?.isOpen ? review.version : null)
  if (!review) return <QuestionNotFound />
  const { requests, statistics, version } = review
  const [current, ...earlier] = statistics
  return (
    <>
      <Section title="The question">
        <QuestionInFull question={review} />
      </Section>
      {review.changes.length > 0 && (
        <Section title="The guideline changed">
          <ul className="grid gap-4">
            {review.changes.map(({ changeId, source, section, year, what, why }) => (
              <li key={changeId} className="grid gap-1">
                <span className="text-sm text-muted">
                  {source}, {year}
                  {section && `: ${section}`}
                </span>
                <p>
                  {what} {why}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
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
        <Section title="Decision">
          {!review.isOpen && <p className="mb-4 text-sm text-muted last:mb-0">No decision is needed.</p>}
          {/* What was typed belongs to the version that was read. It stays if someone else decides first. */}
          {(review.isOpen || version === versionToDecide) && <DecisionForm key={version} review={review} />}
        </Section>
      )}
      <Section title="History">
        <QuestionHistory questionId={id} history={review.history} />
      </Section>
    </>
  )
}

const decisions: Record<ReviewDecision, { label: string; button: string; done: string }> = {
  kept: { label: 'Keep it unchanged', button: 'Keep Question', done: 'Learners get the question as before.' },
  revised: { label: 'Revise it', button: 'Publish Revision', done: 'Learners get the new version from now on.' },
  retired: { label: 'Retire it', button: 'Retire Question', done: 'Learners no longer get the question.' },
}

function DecisionForm({ review }: { review: DoubtedQuestionInFull }) {
  const { questionId, version, requestsMade: requestsSeen } = review
  const resolve = useResolveReviewRequests()
  const navigate = useNavigate()
  const { form, fields, field, set, issuesAt, messageAt, isSending } = useForm({
    schema: ReviewResolution,
    initial: { decision: '' as ReviewDecision | '', note: '', content: draftOf(review.proposal ?? review.content), acceptWarnings: false },
    bodyOf: ({ content, ...rest }) => ({
      ...rest,
      version,
      requestsSeen,
      content: rest.decision === 'revised' ? contentOf(content) : null,
    }),
    send: async (body) => {
      await resolve.mutateAsync({ params: { id: questionId }, body })
      toast({ title: 'Request decided', description: decisions[body.decision].done })
      await navigate(paths.adminReviewRequests())
    },
    onRefused: (error, { showAt }) => {
      if (error instanceof ApiError && error.code === 'revisionMissing') showAt('root', friendlyMessage(error))
      else toastFailure(error, undefined, 'Request Failed')
    },
  })
  const { decision } = fields
  const refusal = messageAt('root')

  return (
    <form {...form} className="grid gap-5" aria-label="Decision">
      <RadioRows
        legend={<span className="sr-only">Decision on the question</span>}
        name="decision"
        value={decision}
        onChange={(value) => set({ decision: value as ReviewDecision })}
        disabled={isSending}
        rows={Object.entries(decisions).map(([value, { label }]) => ({ value, label }))}
      />
      {refusal && (
        <div data-refusal tabIndex={-1} role="alert">
          <Banner tone="bad" title="This revision does not meet the rules of the question bank.">
            {refusal}
          </Banner>
        </div>
      )}
      {decision === 'revised' && review.proposal && (
        <Banner tone="warn" title="A language model wrote this proposal.">
          Please compare every statement with the guideline before you publish it.
        </Banner>
      )}
      {decision === 'revised' && (
        <DraftFields
          field={field}
          issuesAt={issuesAt}
          questionId={questionId}
          revised={{ content: review.content, statistics: review.statistics[0] }}
        />
      )}
      {decision !== '' && (
        <>
          <TextField
            {...field('note')}
            label="Reply to the learners who asked"
            hint="They see it with the outcome."
            rows={3}
            maxLength={MAX_REVIEW_TEXT_LENGTH}
          />
          <Button
            type="submit"
            size="lg"
            className="justify-self-start"
            variant={decision === 'retired' ? 'destructive' : 'primary'}
            loading={isSending}
            busy="Saving..."
            label={decisions[decision].button}
          />
        </>
      )}
    </form>
  )
}

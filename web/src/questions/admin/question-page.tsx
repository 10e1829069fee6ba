import { QuestionRevision } from '@medicready/domain/contract/questions/admin-forms'
import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { useForm } from '../../api/form.ts'
import { Loaded } from '../../api/loaded.tsx'
import { toastFailure } from '../../api/write.ts'
import { dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { BankOfferForm } from './bank-offer.tsx'
import { reviewRequestQuery, useReviseQuestion } from './commands.ts'
import { DraftFields } from './draft-fields.tsx'
import { contentOf, draftOf } from './drafts/content-draft.ts'
import { QuestionHistory } from './question-history.tsx'
import { QuestionFiguresSkeleton, QuestionInFull, QuestionNotFound, Section } from './question-in-full.tsx'
import { VersionStatistics } from './review-figures.tsx'

export const clientLoader = dashboardLoader((queries, _, { id }) => void queries.prefetchQuery(reviewRequestQuery(id, {})))

const ItemCalibration = lazyPart(() => import('./item-calibration.tsx'))

export default function QuestionPage() {
  const { id = '' } = useParams()
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead back={{ to: paths.adminQuestions(), label: 'All Questions' }} title="Question" />
      <Loaded key={id} skeleton={<QuestionFiguresSkeleton />} failure="This question could not be loaded.">
        <Question id={id} />
      </Loaded>
    </div>
  )
}

function Question({ id }: { id: string }) {
  const { data: question } = useSuspenseQuery(reviewRequestQuery(id, {}))
  if (!question) return <QuestionNotFound />
  const { bankOffer, statistics, version } = question
  const [current] = statistics
  return (
    <>
      <Section title="The question">
        <QuestionInFull question={question} />
      </Section>
      {bankOffer && (
        <Section title="The bank has another version">
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
            title="Learners have asked for a review of this question."
            action={<LinkButton size="sm" variant="secondary" to={paths.adminReviewRequest(id)} label="Decide" />}
          >
            Revise it with your decision on their requests.
          </Banner>
        ) : question.situation === 'retired' ? (
          <p className="text-sm text-muted">This question is retired. Learners no longer get it.</p>
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

function RevisionForm({ question }: { question: DoubtedQuestionInFull }) {
  const { questionId, version, content, statistics } = question
  const revise = useReviseQuestion()
  const { form, field, issuesAt, isSending } = useForm({
    schema: QuestionRevision,
    initial: { content: draftOf(content), acceptWarnings: false },
    bodyOf: ({ content, ...rest }) => ({ ...rest, version, content: contentOf(content) }),
    send: async (body) => {
      await revise.mutateAsync({ params: { id: questionId }, body })
      toast({ title: 'Revised', description: 'Learners get the new version from now on.' })
    },
    onRefused: (error) => toastFailure(error, undefined, 'Not Saved'),
  })

  return (
    <form {...form} className="grid gap-6">
      <DraftFields field={field} issuesAt={issuesAt} questionId={questionId} revised={{ content, statistics: statistics[0] }} />
      <Button type="submit" size="lg" className="justify-self-start" loading={isSending} busy="Saving..." label="Publish Revision" />
    </form>
  )
}

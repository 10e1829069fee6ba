import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { Loaded } from '../../api/loaded.tsx'
import { ShowMore } from '../../api/show-more.tsx'
import { useAsOf, useFilters } from '../../dashboards/address.ts'
import { dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { RightRequired } from '../../page/right-required.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { countOf } from '../../ui/words.ts'
import { GenerationCard } from './generation-card.tsx'
import { generationQuery, reviewFiguresQuery, reviewRequestsQuery, withdrawalStopsQuery } from './queries.ts'
import { ReviewFigures } from './review-figures.tsx'
import { ReviewRequestCards, ReviewRequestTable } from './review-queue.tsx'
import { type Cause, causes, type RequestsView, type SortKey, shownEntries, sortKeys, viewFrom } from './review-requests-view.ts'

/** Says in which modules what learners doubt stays in draws, since so much is withdrawn already. */
function WithdrawalStops() {
  const { data: stops } = useSuspenseQuery(withdrawalStopsQuery(useAsOf()))
  return stops.map(({ module, withdrawn, questions }) => (
    <Banner key={module} tone="warn" title={`${moduleLabel(module)} has reached its limit of withdrawn questions.`}>
      {withdrawn} of {countOf(questions, 'question')} {withdrawn === 1 ? 'is' : 'are'} withdrawn. Other questions that learners report stay
      in use until you decide some of these.
    </Banner>
  ))
}

export const clientLoader = dashboardLoader('reviewQuestions', (queries, asOf) => {
  void queries.prefetchQuery(withdrawalStopsQuery(asOf))
  void queries.prefetchQuery(reviewFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(reviewRequestsQuery(asOf))
  void queries.prefetchQuery(generationQuery(asOf))
})

/** The questions that wait for an educator's decision. */
export default function ReviewRequestsPage() {
  return (
    <RightRequired right="reviewQuestions">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <PageHead title="Review Requests">Questions that learners reported, or that learners answer worse than by guessing.</PageHead>
          <LinkButton variant="secondary" to={paths.adminQuestions()}>
            All Questions
          </LinkButton>
        </div>
        <Loaded skeleton={<QueueSkeleton />} failure="The review requests could not be loaded.">
          <div className="grid gap-4">
            <WithdrawalStops />
            <ReviewFigures />
            <Queue />
          </div>
        </Loaded>
        <Loaded skeleton={<Skeleton className="h-44" />} failure="The figures of the generator could not be loaded.">
          <GenerationCard />
        </Loaded>
      </div>
    </RightRequired>
  )
}

const causeWords: Record<Cause | '', string> = {
  '': 'Everything',
  requests: 'Asked for by learners',
  below_chance: 'Below chance',
  bank: 'Bank differs',
  pilot: 'Pilots',
}
const sortWords: Record<SortKey, string> = {
  waiting: 'Most urgent first',
  requests: 'Requests',
  oldest: 'Oldest request',
  answers: 'Answers',
  correctRate: 'Correct rate',
}

function Queue() {
  const asOf = useAsOf()
  const list = useSuspenseInfiniteQuery(reviewRequestsQuery(asOf))
  const { data: entries, hasNextPage } = list
  const [view, changeView] = useFilters(viewFrom)
  const change = (changed: Partial<RequestsView>) => changeView({ page: 1, ...changed })
  const { shown, total, page, pages } = shownEntries(entries, view)

  if (entries.length === 0)
    return (
      <Card>
        <EmptyState title={asOf.asOf ? 'No questions were waiting' : 'No questions are waiting'} icon={ClipboardCheck}>
          When a learner requests a review, the question appears here.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label="Module"
          value={view.module}
          options={['', ...moduleNames]}
          word={(module) => (module === '' ? 'All modules' : moduleLabel(module))}
          onChange={(module) => change({ module })}
        />
        <SelectField
          label="Why"
          value={view.cause}
          options={['', ...causes]}
          word={(cause) => causeWords[cause]}
          onChange={(cause) => change({ cause })}
        />
        {/* A phone has cards and no column heads to press. */}
        <div className="md:hidden">
          <SelectField
            label="Sort by"
            value={view.sort}
            options={sortKeys}
            word={(sort) => sortWords[sort]}
            onChange={(sort) => change({ sort, order: 'desc' })}
          />
        </div>
        <p role="status" className="ml-auto self-center text-sm text-muted tabular-nums">
          {total} of {hasNextPage && 'the first '}
          {countOf(entries.length, 'question')}
        </p>
      </div>
      {total === 0 ? (
        <Card>
          <EmptyState
            title="No matching questions"
            action={
              <Button variant="secondary" onClick={() => change({ module: '', cause: '' })}>
                Show all
              </Button>
            }
          />
        </Card>
      ) : (
        <>
          <ReviewRequestTable entries={shown} view={view} onSort={(sort, order) => change({ sort, order })} />
          <ReviewRequestCards entries={shown} />
        </>
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-center gap-4 text-sm">
          <Button
            variant="secondary"
            size="sm"
            disabledReason={page === 1 ? 'This is the first page' : undefined}
            onClick={() => change({ page: page - 1 })}
          >
            Previous
          </Button>
          <span className="text-muted tabular-nums">
            Page {page} of {pages}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabledReason={page === pages ? 'This is the last page' : undefined}
            onClick={() => change({ page: page + 1 })}
          >
            Next
          </Button>
        </nav>
      )}
      <ShowMore list={list} />
    </div>
  )
}

const QueueSkeleton = () => (
  <Card>
    <SkeletonRows rows={6} className="mb-2 h-10" />
  </Card>
)

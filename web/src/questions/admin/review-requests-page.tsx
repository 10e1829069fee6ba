import { GENERATION_DAYS } from '@medicready/domain/admin/shown/figure-names'
import type { CallsOf } from '@medicready/domain/contract/contract'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { Loaded } from '../../api/loaded.tsx'
import { ShowMore } from '../../api/show-more.tsx'
import { useAsOf, useFilters, utcToday } from '../../dashboards/address.ts'
import { microMoneyOf, numberOf } from '../../dashboards/amounts.ts'
import { dashboardLoader } from '../../dashboards/reads.ts'
import { Figures, WhyFigure, WhyNumber } from '../../dashboards/why.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { countOf } from '../../ui/words.ts'
import { generationQuery, reviewFiguresQuery, reviewRequestsQuery, withdrawalStopsQuery } from './commands.ts'
import { ReviewFigures } from './review-figures.tsx'
import {
  type Cause,
  causes,
  type RequestsView,
  ReviewRequestCards,
  ReviewRequestTable,
  type SortKey,
  shownEntries,
  sortKeys,
  viewFrom,
} from './review-queue.tsx'

function WithdrawalStops() {
  const { data: stops } = useSuspenseQuery(withdrawalStopsQuery(useAsOf()))
  return stops.map(({ module, withdrawn, questions }) => (
    <Banner key={module} tone="warn" title={`${moduleLabel(module)} has reached its limit of withdrawn questions.`}>
      {withdrawn} of {countOf(questions, 'question')} {withdrawn === 1 ? 'is' : 'are'} withdrawn. Other questions that learners report stay
      in use until you decide some of these.
    </Banner>
  ))
}

export const clientLoader = dashboardLoader((queries, asOf) => {
  void queries.prefetchQuery(withdrawalStopsQuery(asOf))
  void queries.prefetchQuery(reviewFiguresQuery(asOf))
  void queries.prefetchInfiniteQuery(reviewRequestsQuery(asOf))
  void queries.prefetchQuery(generationQuery(asOf))
})

export default function ReviewRequestsPage() {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHead title="Review Requests">Questions that learners reported, or that learners answer worse than by guessing.</PageHead>
        <LinkButton variant="secondary" to={paths.adminQuestions()} label="All Questions" />
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
  )
}

const causeWords: Record<Cause | '', string> = {
  '': 'Everything',
  requests: 'Asked for by learners',
  below_chance: 'Below chance',
  guideline: 'Guideline changed',
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
        {/* Phones get cards instead of a table. */}
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
            action={<Button variant="secondary" onClick={() => change({ module: '', cause: '' })} label="Show all" />}
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
            label="Previous"
          />
          <span className="text-muted tabular-nums">
            Page {page} of {pages}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabledReason={page === pages ? 'This is the last page' : undefined}
            onClick={() => change({ page: page + 1 })}
            label="Next"
          />
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

type Generation = CallsOf<'GET /api/admin/generation'>['response']
type Reason = Generation['days'][number]['rejected'][number]['reason']

const reasonWords: Record<Reason, string> = {
  malformed: 'Wrong format',
  refused: 'The model declined',
  lint: 'Broke a rule of the bank',
  near_duplicate: 'Too similar to another question',
  blind_reader_disagrees: 'A blind reader chose another answer',
  blind_reader_defends_another: 'A second answer could be correct',
  guessable_without_stem: 'Answerable without its stem',
  call_failed: 'The service did not respond',
}

export function totalsOf(days: Generation['days']) {
  const rejected = new Map<Reason, number>()
  let [attempts, accepted, calls, cost] = [0, 0, 0, 0]
  for (const day of days) {
    attempts += day.attempts
    accepted += day.accepted
    calls += day.calls
    cost += day.cost
    for (const { reason, count } of day.rejected) rejected.set(reason, (rejected.get(reason) ?? 0) + count)
  }
  return {
    attempts,
    accepted,
    calls,
    cost,
    rejected: [...rejected].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
  }
}

const generators = {
  on: { word: 'On', tone: 'ok', text: null },
  off: {
    word: 'Off',
    tone: 'neutral',
    text: 'No model is connected. Questions come from the curated bank and from earlier generation.',
  },
  silent: {
    word: 'No answer',
    tone: 'warn',
    text: 'The worker that generates questions is not responding. No new questions are generated until it responds.',
  },
} as const

function GenerationCard() {
  const asOf = useAsOf()
  const { data: generation } = useSuspenseQuery(generationQuery(asOf))
  const { attempts, accepted, calls, cost, rejected } = totalsOf(generation.days)
  const state = generation.generator && generators[generation.generator]
  const from = addDays(asOf.asOf ?? utcToday(), 1 - GENERATION_DAYS)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <CardTitle>Question generation</CardTitle>
        {state && <Badge tone={state.tone}>{state.word}</Badge>}
        {generation.model && <span className="text-sm text-muted">{generation.model}</span>}
      </div>
      {state?.text && <p className="text-sm text-muted">{state.text}</p>}
      <Figures>
        <WhyFigure
          term="Accepted, 30 days"
          note={`Of ${countOf(attempts, 'attempt')}`}
          facts={[
            { figure: 'generationAccepted', from },
            { figure: 'generationAttempts', from },
          ]}
          value={numberOf(accepted)}
        />
        <WhyFigure
          term="Cost, 30 days"
          note={countOf(calls, 'call')}
          facts={[
            { figure: 'generationCost', from },
            { figure: 'generationCalls', from },
          ]}
          value={microMoneyOf(Math.round(1_000_000 * cost))}
        />
        <WhyFigure term="Pilots" facts="generatedPilots" value={numberOf(generation.pilots)} />
        <WhyFigure term="Promoted" facts="generatedPromoted" value={numberOf(generation.promoted)} />
      </Figures>
      <p className="text-sm text-muted">A scenario set is accepted or discarded as a whole. Each of its parts counts as a pilot.</p>
      {rejected.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-sm text-muted">Why attempts were discarded</h3>
          <ul className="grid gap-2 text-sm">
            {rejected.map(({ reason, count }) => (
              <li key={reason} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
                <span>{reasonWords[reason]}</span>
                <span className="tabular-nums">
                  <WhyNumber term={reasonWords[reason]} facts={{ figure: 'generationRejected', group: reason, from }}>
                    {numberOf(count)}
                  </WhyNumber>
                </span>
                <ShareBar percent={(count / attempts) * 100} className="col-span-2 h-1.5 rounded-full bg-sunken" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

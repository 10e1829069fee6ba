import type { ReviewRequest } from '@medicready/domain/contract/questions/review-requests'
import { type QueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareWarning } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { ownReviewRequestsQuery } from '../api/own-reads.ts'
import { ShowMore } from '../api/show-more.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayOf } from '../ui/words.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchInfiniteQuery(ownReviewRequestsQuery)
}

export default function ReviewRequestsPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="My Review Requests">Questions that you asked our educators to review, and their decisions.</PageHead>
      <Loaded skeleton={<RequestsSkeleton />} failure="Your review requests could not be loaded.">
        <Requests />
      </Loaded>
    </div>
  )
}

function Requests() {
  const list = useSuspenseInfiniteQuery(ownReviewRequestsQuery)
  const { data: requests } = list
  if (requests.length === 0)
    return (
      <Card>
        <EmptyState
          title="No review requests yet"
          icon={MessageSquareWarning}
          action={<LinkButton to={paths.home()} label="Back to Dashboard" />}
        >
          If something in a question seems wrong, use its Request Review button.
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <Request request={request} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

const outcomes = {
  open: { word: 'Waiting for an educator', tone: 'neutral' },
  kept: { word: 'Kept unchanged', tone: 'brand' },
  revised: { word: 'Revised', tone: 'ok' },
  retired: { word: 'Retired', tone: 'warn' },
} as const

function Request({ request }: { request: ReviewRequest }) {
  const { word, tone } = outcomes[request.outcome]
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={tone}>{word}</Badge>
        <span>Asked on {dayOf(request.requestedAt)}</span>
        {request.decidedAt && <span>Decided on {dayOf(request.decidedAt)}</span>}
      </div>
      <h2 className="line-clamp-3 font-medium">
        {request.outcome === 'retired' ? (
          request.stem
        ) : (
          <Link to={paths.question(request.questionId)} className="underline-offset-4 hover:underline">
            {request.stem}
          </Link>
        )}
      </h2>
      {request.reason !== null && (
        <div>
          <h3 className="text-sm font-semibold">Your reason</h3>
          <p className="break-words whitespace-pre-line text-muted">{request.reason}</p>
        </div>
      )}
      {request.note !== null && (
        <div className="border-l-4 border-brand pl-3">
          <h3 className="text-sm font-semibold">The educator's note</h3>
          <p className="break-words whitespace-pre-line">{request.note}</p>
        </div>
      )}
    </Card>
  )
}

const RequestsSkeleton = () => (
  <div className="grid gap-4">
    {['a', 'b'].map((row) => (
      <Card key={row}>
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="mt-3 h-14" />
        <Skeleton className="mt-3 h-12" />
      </Card>
    ))}
  </div>
)

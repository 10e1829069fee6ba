import { tiers } from '@medicready/domain/billing/shown/tiers'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck, Lock } from 'lucide-react'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { attempt } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { Columns } from '../ui/charts/columns.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf, percentOf, shortDayInWords } from '../ui/words.ts'
import { type SessionWish, useBeginSession } from './beginning.ts'
import { OpenSessions } from './open-sessions.tsx'
import { openSessionsQuery } from './queries.ts'
import {
  cardsQuery,
  dueReviewsQuery,
  dueWords,
  forecastQuery,
  ReviewCards,
  retentionQuery,
  spreadWords,
  useCardDecisions,
  whenOf,
} from './review-cards.tsx'

const KeepAheadButton = lazyPart(() => import('./keep-ahead-button.tsx'))

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  if (!user || user.subscriptionTier === 'free') return
  const today = todayOf(user)
  void queries.prefetchQuery(dueReviewsQuery(today))
  void queries.prefetchQuery(openSessionsQuery)
  void queries.prefetchQuery(forecastQuery(today))
  void queries.prefetchQuery(retentionQuery)
  void queries.prefetchInfiniteQuery(cardsQuery(today, 'all'))
}

export default function ReviewPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Review Mode">Questions that come back when you are about to forget them.</PageHead>
      <Part fallback={<ReviewSkeleton />}>
        <ReviewOrPlans />
      </Part>
    </div>
  )
}

function ReviewOrPlans() {
  const { subscriptionTier } = useUser()
  if (subscriptionTier === 'free') return <Locked />
  return (
    <Loaded skeleton={<ReviewSkeleton />} failure="Your reviews could not be loaded.">
      <DueToday />
      <OpenReviews />
      <Forecast />
      <Retention />
      <ReviewCards />
    </Loaded>
  )
}

const Locked = () => (
  <Card>
    <EmptyState title="Review Mode comes with Basic" icon={Lock} action={<LinkButton to={paths.subscription()} label="VIEW PLANS" />}>
      Questions you have answered come back when you are about to forget them. Your answers so far are saved for this.
    </EmptyState>
  </Card>
)

function DueToday() {
  const today = useToday()
  const { data: reviews } = useSuspenseQuery(dueReviewsQuery(today))
  const { dueToday, due, nextDueOn } = reviews
  if (due === 0 && nextDueOn === null)
    return (
      <Card aria-label="Due Today">
        <EmptyState title="No reviews yet" icon={CalendarCheck} action={<LinkButton to={paths.home()} label="START STUDYING" />}>
          Questions that you answer come back here when they are due.
        </EmptyState>
      </Card>
    )
  return (
    <Card className="grid gap-4" aria-labelledby="due-today">
      <div>
        <CardTitle id="due-today">Due Today</CardTitle>
        <p className="mt-1 text-2xl font-semibold tabular-nums">{dueToday > 0 ? dueWords(dueToday) : 'Nothing is due today'}</p>
        {due > dueToday && <p className="mt-1 text-sm text-muted">{spreadWords(due - dueToday)}</p>}
        {nextDueOn !== null && <p className="mt-1 text-sm text-muted">Your next reviews are due {whenOf(nextDueOn, today)}.</p>}
      </div>
      {due > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {reviews.modules.map(({ module, due: ofModule }) => (
            <li key={module}>
              {moduleLabel(module)}: <span className="font-semibold tabular-nums text-ink">{ofModule}</span>
            </li>
          ))}
        </ul>
      )}
      {dueToday === 0 && <p className="text-sm text-muted">You can also study questions that you missed or flagged.</p>}
      <div className="flex flex-wrap gap-2">
        <BeginReview count={dueToday} />
        {reviews.undoable && <Undo {...reviews.undoable} />}
      </div>
    </Card>
  )
}

function OpenReviews() {
  const { data: sessions } = useSuspenseQuery(openSessionsQuery)
  return <OpenSessions sessions={sessions.filter(({ mode }) => mode === 'review')} />
}

function BeginReview({ count }: { count: number }) {
  const { subscriptionTier } = useUser()
  const { begin, beginning } = useBeginSession()
  const wish: SessionWish = { mode: 'review', ...(count > 0 && { count: Math.min(count, tiers[subscriptionTier].mostSessionQuestions) }) }
  return (
    <>
      <Button
        variant={count === 0 ? 'secondary' : 'primary'}
        loading={beginning !== null}
        onClick={() => void begin(wish)}
        label={count === 0 ? 'Study missed and flagged questions' : 'Start reviewing'}
      />
      {count > 0 && (
        <Part>
          <KeepAheadButton wish={wish} name={dueWords(count)} />
        </Part>
      )}
    </>
  )
}

function Undo({ questionId, reviewId }: { questionId: string; reviewId: string }) {
  const { undo } = useCardDecisions()
  const run = () =>
    attempt(async () => {
      await undo.mutateAsync({ params: { questionId }, body: { reviewId } })
      toast({ title: 'Undone', description: 'The question has its previous due date again.' })
    }, 'There is no review to undo.')
  return (
    <Button
      variant="ghost"
      loading={undo.isPending}
      title="Restores the previous due date. Your answer stays."
      onClick={() => void run()}
      label="Undo the last review"
    />
  )
}

function Forecast() {
  const today = useToday()
  const { data: forecast } = useSuspenseQuery(forecastQuery(today))
  const { days, examDate } = forecast
  const total = days.reduce((sum, { due }) => sum + due, 0)
  const fullest = days.reduce((most, day) => (day.due > most.due ? day : most), days[0] ?? { date: today, due: 0 })
  const summary = `${countOf(total, 'review')} in the next 30 days, with ${fullest.due} on the busiest day, ${shortDayInWords(fullest.date)}`
  const title = <CardTitle id="forecast">The Next 30 Days</CardTitle>
  if (total === 0)
    return (
      <Card aria-labelledby="forecast">
        {title}
        <p className="mt-1 text-sm text-muted">No reviews are due in the next 30 days.</p>
      </Card>
    )
  return (
    <Card aria-labelledby="forecast">
      <ChartOrTable
        title={title}
        of="the next 30 days"
        introduction={
          <p className="mb-3 text-sm text-muted">
            How many reviews are due each day if you answer them on time.{' '}
            {examDate !== null &&
              examDate > today &&
              ` Every question comes back at least once more before your exam on ${shortDayInWords(examDate)}.`}
          </p>
        }
        columns={['Day', 'Reviews']}
        rows={days.map(({ date, due }) => [shortDayInWords(date), due])}
        chart={
          <Columns
            label={summary}
            pointsLabel="Days"
            columns={days.map(({ date, due }) => ({
              tick: shortDayInWords(date),
              value: due,
              words: `${shortDayInWords(date)}: ${countOf(due, 'review')}`,
              marked: date === today,
            }))}
          />
        }
      />
    </Card>
  )
}

function Retention() {
  const { data: modules } = useSuspenseQuery(retentionQuery)
  return (
    <Card
      heading="Retention by Module"
      lead={
        modules.length === 0
          ? 'Your retention appears here with your first reviews.'
          : 'The share of reviews that you got right. Due dates aim for 90%.'
      }
      className="grid gap-4"
    >
      {modules.length > 0 && (
        <ul className="grid gap-3">
          {modules.map(({ module, reviews, correct }) => (
            <li key={module} className="grid gap-1">
              <p className="flex flex-wrap justify-between gap-x-3 text-sm">
                <span>{moduleLabel(module)}</span>
                <span className="tabular-nums text-muted">
                  {percentOf(correct / reviews)} of {countOf(reviews, 'review')}
                </span>
              </p>
              <Progress label={`Retention in ${moduleLabel(module)}`} value={correct} max={reviews} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const ReviewSkeleton = () => (
  <>
    {['h-40', 'h-72', 'h-48'].map((height) => (
      <Card key={height}>
        <Skeleton className={height} />
      </Card>
    ))}
  </>
)

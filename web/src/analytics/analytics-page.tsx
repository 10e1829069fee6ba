import { PRODUCT_NAME } from '@medicready/domain/product'
import { type QueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { achievementsQuery } from '../api/achievements.ts'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery } from '../api/readiness.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { PageHead } from '../app/page-head.tsx'
import { ReadinessCard } from '../app/readiness.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayWords } from './figure-words.ts'
import { FiguresInFull } from './figures-in-full.tsx'
import { ModuleProgress } from './module-progress.tsx'
import { analyticsQuery } from './queries.ts'
import { StartStudying } from './start-studying.tsx'
import { SummaryCards } from './summary-cards.tsx'

const TakeWithYou = lazy(async () => ({ default: (await import('./take-with-you.tsx')).TakeWithYou }))
// Whoever has figures of their own does not load made-up ones.
const ExampleInFull = lazy(() => import('./example-in-full.tsx'))

export const clientLoader = async (queries: QueryClient) => {
  const today = todayOf(await queries.ensureQueryData(sessionQuery))
  void queries.prefetchQuery(analyticsQuery(today))
  void queries.prefetchQuery(achievementsQuery)
  void queries.prefetchQuery(readinessQuery(today))
}

/** How studying goes, and what to do next. */
export default function AnalyticsPage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-4">
      <div>
        <Link
          to={paths.home()}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-sm font-medium text-brand hover:underline print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Dashboard
        </Link>
        <PageHead title="Analytics">How your studying goes, and what to do next.</PageHead>
        <Suspense fallback={null}>
          <PrintedFor />
        </Suspense>
      </div>
      <Loaded skeleton={<AnalyticsSkeleton />} failure="Your analytics could not be loaded.">
        <OwnAnalytics />
      </Loaded>
    </div>
  )
}

/** Whose figures a print shows, and of which day. */
function PrintedFor() {
  const { firstName, lastName } = useUser()
  return (
    <p className="mt-1 hidden text-sm print:block">
      {firstName} {lastName}, {dayWords(useToday(), 'long')}. {PRODUCT_NAME}
    </p>
  )
}

function OwnAnalytics() {
  const today = useToday()
  const { calmMode } = useUser()
  const [{ data: analytics }, { data: shown }] = useSuspenseQueries({ queries: [analyticsQuery(today), achievementsQuery] })
  const earned = shown.achievements.filter(({ earnedOn }) => earnedOn !== null).length
  const { totals, figures } = analytics
  return (
    <>
      <SummaryCards totals={totals} achievements={calmMode ? null : { earned, of: shown.achievements.length }} />
      <ReadinessCard />
      {figures && totals.answered === 0 ? (
        <Card>
          <EmptyState title="Nothing to show yet" action={<StartStudying />}>
            Your figures begin with your first answer.
          </EmptyState>
        </Card>
      ) : (
        figures && <FiguresInFull figures={figures} totals={totals} />
      )}
      {!figures && (
        <>
          <ModuleProgress totals={totals} />
          {/* No print is taken for somebody's figures. */}
          <div className="contents print:hidden">
            <Banner
              title="This is an example."
              action={
                <LinkButton to={paths.subscription()} size="sm">
                  VIEW PLANS
                </LinkButton>
              }
            >
              Your own figures come with Premium.
            </Banner>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <ExampleInFull today={today} />
            </Suspense>
          </div>
        </>
      )}
      {totals.answered > 0 && (
        <Suspense fallback={<Skeleton className="h-36" />}>
          <TakeWithYou />
        </Suspense>
      )}
      <p className="text-sm text-muted">Questions on trial are left out of everything that is about right and wrong.</p>
    </>
  )
}

const AnalyticsSkeleton = () => (
  <>
    <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2 lg:grid-cols-4">
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
    <Skeleton className="h-72" />
    <Skeleton className="h-96" />
  </>
)

import type { QueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery } from '../api/readiness.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { statsQuery } from '../api/stats.ts'
import { subscriptionQuery } from '../api/subscription.ts'
import { todayOf } from '../api/today.ts'
import { useIsOnline } from '../page/offline-banner.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { ExamOutcomeQuestion } from '../readiness/readiness-parts.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LeaderboardCard } from './leaderboard-card.tsx'
import { PlanCard, PlanSkeleton } from './plan-card.tsx'
import { activeModulesQuery, activityQuery, dailyQuestionsQuery, leaderboardQuery, openSessionsQuery, planQuery } from './queries.ts'
import { RecentActivityCard, RecentActivitySkeleton } from './recent-activity.tsx'
import { StudyPanel } from './study-panel.tsx'
import { TodaysProgress, TodaysProgressSkeleton } from './todays-progress.tsx'

const KeptHere = lazyPart(() => import('./kept-here.tsx'))

/** Starts all reads at once and waits for none: each card has a place to wait in. */
export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  const today = todayOf(user)
  void queries.prefetchQuery(activeModulesQuery)
  void queries.prefetchQuery(dailyQuestionsQuery(today))
  void queries.prefetchQuery(openSessionsQuery)
  void queries.prefetchQuery(subscriptionQuery(today))
  void queries.prefetchQuery(statsQuery(today))
  void queries.prefetchQuery(planQuery(today))
  void queries.prefetchQuery(readinessQuery(today))
  if (!user?.calmMode) void queries.prefetchQuery(leaderboardQuery())
  void queries.prefetchQuery(activityQuery)
}

export default function DashboardPage() {
  const isOnline = useIsOnline()
  return (
    <div className="grid gap-6">
      <PageHead title="Dashboard" heading="Your NREMT prep command center" />
      {!isOnline && (
        <Part>
          <KeptHere />
        </Part>
      )}
      <Part fallback={null}>
        <ExamOutcomeQuestion />
      </Part>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Loaded skeleton={<StudyPanelSkeleton />} failure="Today's questions could not be loaded.">
            <StudyPanel />
          </Loaded>
          <Loaded skeleton={<PlanSkeleton />} failure="Your plan could not be loaded.">
            <PlanCard />
          </Loaded>
          <Loaded skeleton={<TodaysProgressSkeleton />} failure="Your progress could not be loaded.">
            <TodaysProgress />
          </Loaded>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Part fallback={<Skeleton className="h-96" />}>
            <HowOthersDo />
          </Part>
          <Loaded skeleton={<RecentActivitySkeleton />} failure="Your recent activity could not be loaded.">
            <RecentActivityCard />
          </Loaded>
        </div>
      </div>
    </div>
  )
}

/** Suspends only in the page's shell, which has no user. */
const HowOthersDo = () => (useUser().calmMode ? <CalmCard /> : <LeaderboardCard />)

const CalmCard = () => (
  <Card>
    <p className="text-sm text-muted">
      Calm Mode is on. The leaderboard, streaks and celebrations are hidden.{' '}
      <Link to={paths.settings()} className="font-medium text-brand underline underline-offset-4">
        Change in Settings
      </Link>
    </p>
  </Card>
)

const StudyPanelSkeleton = () => (
  <>
    <Skeleton className="h-11.5" />
    <Card className="h-43.5">
      <Skeleton className="h-7 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-80 max-w-full" />
      <Skeleton className="mt-6 h-12 w-48" />
    </Card>
    <Card className="h-68">
      <Skeleton className="h-7 w-44" />
      <Skeleton className="mt-4 h-22 sm:w-83" />
      <Skeleton className="mt-8 h-12" />
    </Card>
  </>
)

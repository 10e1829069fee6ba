import type { Analytics } from '@medicready/domain/contract/study/analytics'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { type QueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { ArrowLeft, Award, CircleCheck, ClipboardList, Clock, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { achievementsQuery, readinessQuery } from '../api/own-reads.ts'
import { sharedData } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { ReadinessCard } from '../readiness/readiness-parts.tsx'
import { Banner } from '../ui/banner.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { durationOf, percentOf } from '../ui/words.ts'
import { dayWords, ModuleProgress, StartStudying } from './figure-card.tsx'
import { FiguresInFull } from './figures-in-full.tsx'

/** Not refetched with each answer, unlike study figures, only on return to this page. */
export const analyticsQuery = (today: CalendarDay) => ({ ...sharedData, ...readQuery(['analytics', today], 'GET /api/user/analytics') })

const TakeWithYou = lazyPart(async () => ({ default: (await import('./take-with-you.tsx')).TakeWithYou }))
// Loaded only for students without figures of their own.
const ExampleInFull = lazyPart(() => import('./example-in-full.tsx'))

export const clientLoader = async (queries: QueryClient) => {
  const today = todayOf(await queries.ensureQueryData(sessionQuery))
  void queries.prefetchQuery(analyticsQuery(today))
  void queries.prefetchQuery(achievementsQuery)
  void queries.prefetchQuery(readinessQuery(today))
}

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
        <PageHead title="Analytics">How you are doing and what to do next.</PageHead>
        <Part fallback={null}>
          <PrintedFor />
        </Part>
      </div>
      <Loaded skeleton={<AnalyticsSkeleton />} failure="Your analytics could not be loaded.">
        <OwnAnalytics />
      </Loaded>
    </div>
  )
}

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
            Your statistics begin with your first answer.
          </EmptyState>
        </Card>
      ) : (
        figures && <FiguresInFull figures={figures} totals={totals} />
      )}
      {!figures && (
        <>
          <ModuleProgress totals={totals} />
          {/* A print of the example must not pass for real figures. */}
          <div className="contents print:hidden">
            <Banner title="This is an example." action={<LinkButton to={paths.subscription()} size="sm" label="VIEW PLANS" />}>
              Premium shows your own figures.
            </Banner>
            <Part fallback={<Skeleton className="h-96" />}>
              <ExampleInFull today={today} />
            </Part>
          </div>
        </>
      )}
      {totals.answered > 0 && (
        <Part fallback={<Skeleton className="h-36" />}>
          <TakeWithYou />
        </Part>
      )}
      <p className="text-sm text-muted">Questions on trial do not count toward accuracy.</p>
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

interface SummaryCardsProps {
  totals: Analytics['totals']
  /** Null in calm mode, which celebrates nothing. */
  achievements: { earned: number; of: number } | null
}

export const SummaryCards = ({ totals: { answered, accuracy, studySeconds }, achievements }: SummaryCardsProps) => (
  <dl className={classList('grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2', achievements ? 'lg:grid-cols-4' : 'lg:grid-cols-3')}>
    <SummaryCard
      icon={ClipboardList}
      term="Total Questions"
      value={answered === 0 ? null : answered.toLocaleString('en-US')}
      explanation="All your answers, in all modes."
      empty="None yet"
    />
    <SummaryCard
      icon={CircleCheck}
      term="Accuracy Rate"
      value={accuracy === null ? null : percentOf(accuracy)}
      explanation="The share of your scored answers that were right."
      empty="Not scored yet"
    />
    <SummaryCard
      icon={Clock}
      term="Study Time"
      value={studySeconds === 0 ? null : durationOf(studySeconds)}
      explanation="The time spent on questions before you answered them."
      empty="None yet"
    />
    {achievements && (
      <SummaryCard
        icon={Award}
        term="Achievements"
        value={achievements.earned === 0 ? null : `${achievements.earned} of ${achievements.of}`}
        explanation="How many you have earned."
        empty="You earn your first one with your first answer"
      />
    )}
  </dl>
)

interface SummaryCardProps {
  icon: LucideIcon
  term: string
  value: string | null
  explanation: string
  empty: string
}

const SummaryCard = ({ icon: Icon, term, value, explanation, empty }: SummaryCardProps) => (
  <div className="flex break-inside-avoid flex-col rounded-card border border-hairline bg-surface p-4 sm:p-5">
    <dt className="flex items-center gap-2 text-sm font-medium">
      <Icon aria-hidden className="size-4 shrink-0 text-brand" />
      {term}
    </dt>
    <dd className={value === null ? 'mt-2 text-lg text-muted' : 'mt-1 text-3xl font-semibold tabular-nums'}>{value ?? empty}</dd>
    <dd className="mt-1 text-sm text-muted">{explanation}</dd>
  </div>
)

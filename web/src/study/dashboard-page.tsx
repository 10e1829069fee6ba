import { tiers, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { GuidelineNotice } from '@medicready/domain/contract/questions/guideline-notices'
import type { DailyQuestion, UserModule, UserStats } from '@medicready/domain/contract/study/study'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/shown/modes'
import { type QueryClient, useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { BookOpenCheck, ChartNoAxesCombined, GraduationCap, Layers, Presentation, RotateCcw, Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery, statsQuery, subscriptionQuery } from '../api/own-reads.ts'
import { rooms } from '../api/query-keys.ts'
import { readQuery } from '../api/read.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf, useToday } from '../api/today.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { useIsOnline } from '../page/offline-banner.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { chanceToday } from '../readiness/chance-words.ts'
import { ExamOutcomeQuestion } from '../readiness/readiness-parts.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button, LinkButton, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf, percentOf } from '../ui/words.ts'
import { useBeginSession } from './beginning.ts'
import { LeaderboardCard } from './leaderboard-card.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { PlanCard, PlanSkeleton } from './plan-card.tsx'
import { activeModulesQuery, activityQuery, dailyQuestionsQuery, leaderboardQuery, openSessionsQuery, planQuery } from './queries.ts'
import { RecentActivityCard, RecentActivitySkeleton } from './recent-activity.tsx'
import { TodaysProgress, TodaysProgressSkeleton } from './todays-progress.tsx'
import { limitNotice, TodaysTaskCard, todaysTask } from './todays-task-card.tsx'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

const KeptHere = lazyPart(() => import('./kept-here.tsx'))

/** Starts all reads at once and waits for none: each card has a skeleton. */
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
  void queries.prefetchQuery(guidelineNoticesQuery)
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
      <GuidelineNotices />
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
      Calm Mode is on. The leaderboard, streaks and celebrations are hidden. <TextLink to={paths.settings()}>Change in Settings</TextLink>
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

const OnboardingDialog = lazyPart(() => import('./onboarding-dialog.tsx'))

function StudyPanel() {
  const today = useToday()
  const [{ data: modules }, { data: dailyQuestions }, { data: openSessions }, { data: subscription }, { data: stats }] = useSuspenseQueries(
    {
      queries: [activeModulesQuery, dailyQuestionsQuery(today), openSessionsQuery, subscriptionQuery(today), statsQuery(today)],
    },
  )
  const [dialog, setDialog] = useState<'closed' | 'onboarding' | 'modulePicker'>(modules.length === 0 ? 'onboarding' : 'closed')
  const answered = stats.weeklyProgress.at(-1)?.answered ?? 0
  const notice = limitNotice(subscription, { dailyQuestions, openSessions, answered })
  const task = todaysTask(modules, dailyQuestions, openSessions, subscription)
  return (
    <>
      {notice && (
        <Banner
          tone="warn"
          title={notice.title}
          action={<LinkButton to={paths.subscription()} size="sm" variant="secondary" label={notice.action} />}
        >
          {notice.text}
        </Banner>
      )}
      <TodaysTaskCard
        task={task}
        dailyQuestions={dailyQuestions}
        subscription={subscription}
        onSelectModules={() => setDialog('modulePicker')}
      />
      <OpenSessions sessions={openSessions.filter(({ id }) => task.state !== 'goOn' || id !== task.session.id)} />
      {modules.length > 0 && (
        <>
          <StudyOptions />
          <ModulePanel
            modules={modules}
            dailyQuestions={dailyQuestions}
            subscription={subscription}
            stats={stats}
            onChangeModules={() => setDialog('modulePicker')}
          />
        </>
      )}
      <Part>
        {dialog !== 'closed' && (
          <OnboardingDialog startAt={dialog === 'onboarding' ? 'welcome' : 'modules'} onClose={() => setDialog('closed')} />
        )}
      </Part>
    </>
  )
}

const practiceExam: WayToStudy = {
  title: 'NREMT Practice Exam',
  text: 'Full-length adaptive practice exam',
  to: paths.exam(),
  icon: Timer,
}

function StudyOptions() {
  const { subscriptionTier } = useUser()
  const { begin, beginning } = useBeginSession()
  // Not awaited: the rest does not depend on it.
  const chance = useQuery(readinessQuery(useToday())).data?.figures
  const unlessLocked = (mode: 'tutor_mode' | 'review', way: { text: string; to: string }) =>
    includesTier(subscriptionTier, studyModeRules[mode].requiredTier)
      ? way
      : { text: 'Included in Basic and Premium', to: paths.subscription(), locked: true }
  return (
    <Card heading="Other Study Options" className="grid gap-4">
      <WaysToStudy
        ways={[
          { title: 'Manage Modules', text: 'Choose what you study and see your progress', to: paths.modules(), icon: Layers },
          {
            title: 'Practice Mode',
            text: `Generate ${countOf(sessionQuestions(subscriptionTier), 'question')} for focused practice`,
            icon: BookOpenCheck,
            busy: beginning === 'practice',
            onPress: () => void begin({ mode: 'practice' }),
          },
          {
            title: 'Tutor Mode',
            icon: GraduationCap,
            ...unlessLocked('tutor_mode', { text: 'Rate your confidence and read the full explanation', to: paths.tutor() }),
          },
          {
            title: 'Review Mode',
            icon: RotateCcw,
            ...unlessLocked('review', { text: 'Questions that are due, missed, or flagged', to: paths.review() }),
          },
          ...(subscriptionTier === 'premium' ? [{ ...practiceExam, ...(chance && { note: chanceToday(chance) }) }] : []),
          { title: 'Tutoring', text: 'An hour with a paramedic on what you find hard', to: paths.tutoring(), icon: Presentation },
          { title: 'View Progress', text: 'See your progress and what to do next', to: paths.analytics(), icon: ChartNoAxesCombined },
        ]}
      />
    </Card>
  )
}

interface ModulePanelProps {
  modules: readonly UserModule[]
  dailyQuestions: readonly DailyQuestion[]
  subscription: SubscriptionStatus
  stats: Pick<UserStats, 'modules'>
  onChangeModules: () => void
}

function ModulePanel({ modules, dailyQuestions, subscription, stats, onChangeModules }: ModulePanelProps) {
  const completed = dailyQuestions.filter(({ isCompleted }) => isCompleted).length
  return (
    <Card className="grid gap-4" aria-labelledby="your-modules">
      <div className="flex items-center justify-between gap-3">
        <CardTitle id="your-modules">Your Modules</CardTitle>
        <Button variant="ghost" size="sm" className="-mr-2" aria-label="Change your modules" onClick={onChangeModules} label="Change" />
      </div>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
        <Fact term="Daily questions">
          {dailyQuestions.length === 0 ? 'None yet today' : `${completed} of ${dailyQuestions.length} answered`}
        </Fact>
        <Fact term="Left today">{leftWords(subscription)}</Fact>
        <Fact term="Subscription">
          <TextLink to={paths.subscription()}>{tiers[subscription.subscriptionTier].label} plan</TextLink>
        </Fact>
      </dl>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {modules.map(({ id, module }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0">
            <span className="font-medium">{moduleLabel(module)}</span>
            <span className="text-sm text-muted tabular-nums">{moduleWords(stats.modules.find((one) => one.module === module))}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-x-3 sm:block">
    <dt className="text-muted">{term}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)

const leftWords = ({ remainingQuestions, dailyLimit }: SubscriptionStatus): string =>
  dailyLimit === UNLIMITED ? 'Unlimited' : `${remainingQuestions} of ${countOf(dailyLimit, 'question')}`

function moduleWords(progress: UserStats['modules'][number] | undefined): string {
  if (!progress || progress.totalQuestions === 0) return 'No answers yet'
  const { totalQuestions, scoredAnswers, correctAnswers } = progress
  return `${countOf(totalQuestions, 'answer')} · ${scoredAnswers === 0 ? 'not scored yet' : `${percentOf(correctAnswers / scoredAnswers)} correct`}`
}

const guidelineNoticesQuery = readQuery([...rooms.study, 'guidelineNotices'], 'GET /api/user/guideline-notices')

/** What a learner has learned and is no longer so. Where nothing is known of it, nothing is shown. */
const GuidelineNotices = () => useQuery(guidelineNoticesQuery).data?.map((notice) => <Notice key={notice.changeId} notice={notice} />)

function Notice({ notice: { changeId, source, section, year, what, why, questions } }: { notice: GuidelineNotice }) {
  const dismiss = useWrite('POST /api/user/guideline-notices/{id}/dismiss', useRefetching(guidelineNoticesQuery.queryKey))
  return (
    <Card className="grid gap-3" aria-labelledby={changeId}>
      <CardTitle id={changeId}>This changed in {year}</CardTitle>
      <p>
        {what} {why}
      </p>
      <p className="text-sm text-muted">
        {source}
        {section && `: ${section}`}
      </p>
      <div>
        <p className="text-sm">You answered before the change:</p>
        <ul className="grid text-sm">
          {questions.map(({ questionId, stem }) => (
            <li key={questionId} className="line-clamp-2">
              <TextLink to={paths.question(questionId)}>{stem}</TextLink>
            </li>
          ))}
        </ul>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-describedby={changeId}
        loading={dismiss.isPending}
        onClick={() => void attempt(() => dismiss.mutateAsync({ params: { id: changeId } }))}
        label="Got It"
      />
    </Card>
  )
}

import { EXAM_TIER } from '@medicready/domain/billing/tiers'
import { type BlueprintName, blueprintNames } from '@medicready/domain/exams/blueprints'
import { includesTier } from '@medicready/domain/study/modes'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery } from '../api/readiness.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { PageHead } from '../app/page-head.tsx'
import { ReadinessInShort } from '../app/readiness.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ExamCards } from './exam-cards.tsx'
import { ExamHistory } from './exam-history.tsx'
import { ExamInProgress } from './exam-in-progress.tsx'
import { ExamTutorial } from './exam-tutorial.tsx'
import { inProgressOf, premiumWords } from './exam-words.ts'
import { examHistoryQuery } from './taken-exam.ts'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  if (user) void queries.prefetchQuery(examHistoryQuery)
  void queries.prefetchQuery(readinessQuery(todayOf(user)))
}

/** Where a practice exam is chosen and begun, or taken up; and how the latest ones went. */
export default function PracticeExamsPage() {
  const { subscriptionTier } = useUser()
  const wish = useWish()
  if (!includesTier(subscriptionTier, EXAM_TIER)) return <Locked />
  if (wish) return <ExamTutorial key={wish.blueprint} {...wish} />
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead title="Practice Exams">
        Like the real one: adaptive, one question at a time, against the clock, and no word on your answers until the end.
      </PageHead>
      <Loaded skeleton={<CardsSkeleton />} failure="Your exams could not be loaded.">
        <Exams />
      </Loaded>
    </div>
  )
}

function Exams() {
  const { data } = useSuspenseQuery(examHistoryQuery)
  const inProgress = inProgressOf(data.exams)
  return (
    <>
      {inProgress && <ExamInProgress exam={inProgress} skew={data.skew} />}
      <ReadinessInShort />
      <ExamCards isOneInProgress={inProgress !== undefined} />
      <ExamHistory exams={data.exams} />
    </>
  )
}

/** What the address asks for: an exam that is about to be begun. */
function useWish(): { blueprint: BlueprintName; module: ModuleName | null } | null {
  const [search] = useSearchParams()
  const blueprint = blueprintNames.find((name) => name === search.get('exam'))
  const module = moduleNames.find((name) => name === search.get('module')) ?? null
  if (!blueprint || (blueprint === 'module' && module === null)) return null
  return { blueprint, module: blueprint === 'module' ? module : null }
}

/** What somebody took while they had Premium stays theirs, and one that goes on can be gone on with. */
function FormerExams() {
  const { data } = useSuspenseQuery(examHistoryQuery)
  const inProgress = inProgressOf(data.exams)
  return (
    <>
      {inProgress && <ExamInProgress exam={inProgress} skew={data.skew} />}
      {data.exams.length > 0 && <ExamHistory exams={data.exams} />}
    </>
  )
}

const Locked = () => (
  <div className="mx-auto grid max-w-4xl gap-6">
    <PageHead title="Practice Exams">
      Full-length adaptive exams with the clock, the rules and the score of an exam day: four types, as often as you like.
    </PageHead>
    <Card className="grid justify-items-start gap-4" aria-labelledby="premium-feature">
      <div className="flex gap-3">
        <Lock aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
        <div className="grid gap-1">
          <h2 id="premium-feature" className="text-lg font-semibold">
            {premiumWords.title}
          </h2>
          <p>{premiumWords.description}</p>
        </div>
      </div>
      <LinkButton to={paths.subscription()}>VIEW PLANS</LinkButton>
    </Card>
    <Loaded skeleton={null} failure="Your exams could not be loaded.">
      <FormerExams />
    </Loaded>
    <ReadinessInShort />
  </div>
)

const CardsSkeleton = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    {['mock', 'simulation', 'module', 'weak'].map((kind) => (
      <Skeleton key={kind} className="h-80" />
    ))}
  </div>
)

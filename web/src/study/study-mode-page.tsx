import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardList, Layers } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ModeCards } from './mode-cards.tsx'
import { ModeHelp } from './mode-help.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { openSessionsQuery } from './session-queries.ts'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(openSessionsQuery)
}

const otherWays: readonly WayToStudy[] = [
  {
    title: "Today's Questions",
    text: 'New ones every day, from the Dashboard: each answer is explained at once',
    to: paths.home(),
    icon: ClipboardList,
  },
  { title: 'Manage Modules', text: 'Choose what your questions are drawn from', to: paths.modules(), icon: Layers },
]

const QuizBuilder = lazy(() => import('./quiz-builder.tsx'))
const KeptHere = lazy(() => import('./kept-here.tsx'))

/** Where somebody chooses how to study, and where a session that cannot be leads back to. */
export default function StudyModePage() {
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead title="Study Mode">Choose how you want to study.</PageHead>
      {/* Who cannot be told of an open session can begin one all the same. */}
      <Loaded skeleton={<ModesSkeleton />} failure={() => <Modes />}>
        <TakenUpModes />
      </Loaded>
      <Card className="grid gap-4" aria-labelledby="quiz-builder">
        <div className="grid gap-1">
          <h2 id="quiz-builder" className="text-lg font-semibold">
            Quiz Builder
          </h2>
          <p className="text-muted">Your own quiz: from what you choose, with as many questions as you want.</p>
        </div>
        <Loaded skeleton={<Skeleton className="h-90" />} failure="The quiz builder could not be loaded.">
          <QuizBuilder />
        </Loaded>
      </Card>
      <Suspense>
        <KeptHere />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-80" />}>
        <ModeHelp />
      </Suspense>
      <Card>
        <WaysToStudy ways={otherWays} />
      </Card>
    </div>
  )
}

function TakenUpModes() {
  const { data: sessions } = useSuspenseQuery(openSessionsQuery)
  return (
    <>
      <OpenSessions sessions={sessions} />
      <Modes />
    </>
  )
}

function Modes() {
  const [search] = useSearchParams()
  return <ModeCards preselected={search.get('mode') === 'tutor' ? 'tutor_mode' : null} />
}

const ModesSkeleton = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    {['practice', 'review', 'tutor', 'timed'].map((mode) => (
      <Skeleton key={mode} className="h-90" />
    ))}
  </div>
)

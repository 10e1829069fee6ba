import { tiers } from '@medicready/domain/billing/shown/tiers'
import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/shown/modes'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardList, Layers, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useUser } from '../api/session.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle, CheckList } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf } from '../ui/words.ts'
import { type BegunMode, begunModes, modeTexts, useBeginSession } from './beginning.ts'
import { OpenSessions } from './open-sessions.tsx'
import { openSessionsQuery } from './queries.ts'
import { WaysToStudy, type WayToStudy } from './ways-to-study.tsx'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(openSessionsQuery)
}

const otherWays: readonly WayToStudy[] = [
  {
    title: "Today's Questions",
    text: 'New questions every day on the Dashboard, each explained right after you answer',
    to: paths.home(),
    icon: ClipboardList,
  },
  { title: 'Manage Modules', text: 'Choose what your questions are drawn from', to: paths.modules(), icon: Layers },
]

const QuizBuilder = lazyPart(() => import('./quiz-builder.tsx'))
const KeptHere = lazyPart(() => import('./kept-here.tsx'))

export default function StudyModePage() {
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead title="Study Mode">Choose how you want to study.</PageHead>
      {/* Sessions can be started even when open ones cannot be loaded. */}
      <Loaded skeleton={<ModesSkeleton />} failure={() => <Modes />}>
        <TakenUpModes />
      </Loaded>
      <Card className="grid gap-4" aria-labelledby="quiz-builder">
        <div className="grid gap-1">
          <CardTitle id="quiz-builder">Quiz Builder</CardTitle>
          <p className="text-muted">Your own quiz, with the content and number of questions that you choose.</p>
        </div>
        <Loaded skeleton={<Skeleton className="h-90" />} failure="The quiz builder could not be loaded.">
          <QuizBuilder />
        </Loaded>
      </Card>
      <Part>
        <KeptHere />
      </Part>
      <Part fallback={<Skeleton className="h-80" />}>
        <ModeHelp />
      </Part>
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

export function ModeCards({ preselected }: { preselected: BegunMode | null }) {
  const { begin, beginning } = useBeginSession()
  return (
    <ul className="grid items-stretch gap-4 sm:grid-cols-2">
      {begunModes.map((mode) => (
        <li key={mode} className="flex">
          <ModeCard mode={mode} isPreselected={mode === preselected} beginning={beginning} onStart={() => void begin({ mode })} />
        </li>
      ))}
    </ul>
  )
}

interface ModeCardProps {
  mode: BegunMode
  isPreselected: boolean
  beginning: BegunMode | null
  onStart: () => void
}

function ModeCard({ mode, isPreselected, beginning, onStart }: ModeCardProps) {
  const { subscriptionTier } = useUser()
  const { name, requiredTier, secondsPerQuestion } = studyModeRules[mode]
  const { icon: Icon, description, features } = modeTexts[mode]
  const isOpen = includesTier(subscriptionTier, requiredTier)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isPreselected) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isPreselected])
  const title = `mode-${mode}`
  return (
    <Card aria-labelledby={title} className={classList('flex w-full flex-col gap-3', isPreselected && 'border-brand ring-1 ring-brand')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden className="size-6 shrink-0 text-brand" />
        <h2 id={title} ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
          {name}
        </h2>
        {isOpen ? (
          isPreselected && <Badge tone="brand">Chosen</Badge>
        ) : (
          <Badge tone="warn">
            <Lock aria-hidden className="size-3" />
            {tiers[requiredTier].label}
          </Badge>
        )}
      </div>
      <p>{description}</p>
      <CheckList points={features} className="gap-1.5 text-sm text-muted" />
      <div className="mt-auto grid gap-3 border-t border-hairline pt-4">
        <p className="text-sm text-muted">
          {isOpen ? countOf(sessionQuestions(subscriptionTier), 'question') : lockedWords(mode)} ·{' '}
          {secondsPerQuestion === null ? 'No time limit' : `${secondsPerQuestion} seconds a question`}
        </p>
        {isOpen ? (
          <Button
            wide
            loading={beginning === mode}
            {...(beginning !== null && beginning !== mode && busyElsewhere)}
            onClick={onStart}
            label={beginning === mode ? 'LOADING...' : `Start ${name}`}
          />
        ) : (
          <LinkButton wide variant="secondary" to={paths.subscription()} aria-label={`View plans to unlock ${name}`} label="VIEW PLANS" />
        )}
      </div>
    </Card>
  )
}

const busyElsewhere = { disabledReason: 'Another session is being prepared.' }

const lockedWords = (mode: BegunMode): string =>
  studyModeRules[mode].requiredTier === 'premium' ? 'Comes with Premium' : 'Included in Basic and Premium'

const today = (calmMode: boolean) => ({
  name: studyModeRules.daily.name,
  when: 'A few minutes today',
  text: `Answer today's questions first. They ${calmMode ? '' : 'keep your streak and '}show you where you stand.`,
})
const modes = begunModes.map((mode) => ({ name: studyModeRules[mode].name, ...modeTexts[mode].help }))

export const ModeHelp = () => (
  <Card heading="Need Help Choosing?" className="bg-brand-soft">
    <dl className="mt-3 grid gap-3 text-sm sm:grid-cols-[auto_1fr] sm:gap-x-6">
      {[today(useUser().calmMode), ...modes].map(({ name, when, text }) => (
        <div key={name} className="sm:contents">
          <dt className="font-semibold">{when}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-sm">If you cannot decide, start with what is due today.</p>
  </Card>
)

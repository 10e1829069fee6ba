import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { StudySession as Session } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useSearchParams } from 'react-router-dom'
import { AnswerList } from '../answering/answer-list.tsx'
import { AnsweringSkeleton } from '../answering/question-card.tsx'
import { ApiError, serverMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, IconButton, LinkButton } from '../ui/button.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import type { ToastWords } from '../ui/toast.tsx'
import { chosenMode, type SessionWish, useBeginSession } from './beginning.ts'
import { useCompleteSession, useRecordAnswer } from './commands.ts'
import { deadlinesOf } from './countdown.tsx'
import { dailyQuestionsQuery, ofToday, sessionQuestions, studySessionQuery } from './queries.ts'
import { type Score, type ScoredQuestion, ScoreList, SessionScore } from './session-score.tsx'
import { Leave, StudySession } from './study-session.tsx'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams
  const session = search.get('session')
  if (session !== null) void queries.prefetchQuery(studySessionQuery(session))
  if (search.get('mode') === 'daily') void queries.prefetchQuery(dailyQuestionsQuery(todayOf(await queries.ensureQueryData(sessionQuery))))
}

export default function StudySessionPage() {
  const [search] = useSearchParams()
  const session = search.get('session')
  if (session !== null)
    return (
      <Loaded key={session} skeleton={<AnsweringSkeleton />} failure={(error) => <SessionFailure error={error} />}>
        <DrawnSession id={session} />
      </Loaded>
    )
  if (search.get('mode') === 'daily')
    return (
      <>
        <PageTitle>Today's Questions</PageTitle>
        <Loaded skeleton={<AnsweringSkeleton />} failure={(error) => <SessionFailure error={error} />}>
          <DailySession />
        </Loaded>
      </>
    )
  const chosen = chosenMode()
  if (!chosen) return <Navigate to={paths.studyMode()} replace />
  if (chosen.sessionId !== null) return <Navigate to={paths.studySession({ session: chosen.sessionId })} replace />
  return <SessionBeginning wish={chosen.request ?? { mode: chosen.id }} />
}

function SessionBeginning({ wish }: { wish: SessionWish }) {
  const { begin } = useBeginSession('screen')
  const begun = useRef(false)
  const beginOnce = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    void begin(wish)
  })
  useEffect(() => beginOnce(), [])
  return <AnsweringSkeleton />
}

const SessionFailure = ({ error }: { error: Error }) => (
  <Leave to={paths.studyMode()} notice={{ ...failureWords(error), variant: 'destructive' }} />
)

function failureWords(error: Error): ToastWords {
  switch (error instanceof ApiError ? error.status : undefined) {
    case 429:
      return { title: 'Daily Limit Reached', description: serverMessage(error) ?? "You've reached your daily question limit." }
    case 400:
      return { title: 'Select Study Modules', description: 'Please select your study modules first.' }
    default:
      return { title: 'Error', description: 'Failed to generate questions. Please try again.' }
  }
}

/** Withheld results count as wrong until they are known. */
const scoreOf = (questions: readonly ScoredQuestion[]): Score => ({
  total: questions.length,
  answered: questions.length,
  scored: questions.length,
  correct: questions.filter(({ result }) => result?.isCorrect).length,
})

export function DailySession() {
  const user = useUser()
  // Past midnight a session keeps its questions, although each answer refetches those of the day.
  const [today] = useState(() => todayOf(user))
  const { data: fetched } = useSuspenseQuery(dailyQuestionsQuery(today))
  const [begunWith, setBegunWith] = useState<readonly DailyQuestion[]>(fetched)
  const recordAnswer = useRecordAnswer('daily')
  const dailyQuestions = sessionQuestions(begunWith, fetched)
  if (dailyQuestions !== begunWith) setBegunWith(dailyQuestions)
  if (dailyQuestions.length === 0) return <Leave to={paths.home()} notice={{ title: 'No Questions Available' }} />
  return (
    <StudySession
      mode="daily"
      questions={dailyQuestions.map(ofToday)}
      studySessionId={null}
      send={recordAnswer}
      end={(questions) => <SessionScore score={scoreOf(questions)} answers={<AnswerList questions={questions} />} />}
    />
  )
}

const EndSessionDialog = lazyPart(() => import('./end-session-dialog.tsx'))

/** Continues a session from any device, or shows its result. */
export function DrawnSession({ id }: { id: string }) {
  const { data: read } = useSuspenseQuery(studySessionQuery(id))
  if (!read) {
    const notice = { title: 'Error', description: 'This study session no longer exists.', variant: 'destructive' } as const
    return <Leave to={paths.studyMode()} notice={notice} />
  }
  return (
    <>
      <PageTitle>{studyModeRules[read.session.mode].name}</PageTitle>
      {read.session.completedAt === null ? <OpenSession {...read} /> : <CompletedSession session={read.session} />}
    </>
  )
}

function OpenSession({ session, skew }: { session: Session; skew: number }) {
  const { id, mode, questions } = session
  const [asksToEnd, setAsksToEnd] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const recordAnswer = useRecordAnswer(mode)
  if (isEnded) return <CompleteSession id={id} />
  return (
    <>
      <StudySession
        mode={mode}
        questions={questions}
        deadlineOf={deadlinesOf(session, skew)}
        studySessionId={id}
        send={recordAnswer}
        endButton={<IconButton icon={CircleStop} label="End session" onClick={() => setAsksToEnd(true)} />}
        end={() => <CompleteSession id={id} />}
      />
      <Part>
        {asksToEnd && (
          <EndSessionDialog
            unanswered={questions.filter(({ isAnswered }) => !isAnswered).length}
            onClose={() => setAsksToEnd(false)}
            onEnd={() => setEnded(true)}
          />
        )}
      </Part>
    </>
  )
}

function CompletedSession({ session: { mode, questions, score } }: { session: Session }) {
  const shown = questions.flatMap(({ question, result, isAnswered }) => (question ? [{ question, result, isAnswered }] : []))
  return (
    <SessionScore
      score={score && { total: questions.length, ...score }}
      // Of a timed exam all is told once it has ended.
      answers={<ScoreList questions={shown} showsPearls={mode !== 'practice'} />}
      wayOn={<LinkButton to={paths.studyMode()} size="lg" variant="secondary" label="Study Mode" />}
    />
  )
}

function CompleteSession({ id }: { id: string }) {
  const { mutate, isError } = useCompleteSession()
  const complete = () => mutate({ params: { id } })
  const completeOnce = useEffectEvent(complete)
  useEffect(() => completeOnce(), [])
  if (!isError) return <CenteredSpinner />
  return (
    <div className="mx-auto max-w-2xl">
      <Banner
        tone="bad"
        title="Your session could not be ended."
        action={<Button variant="secondary" size="sm" onClick={complete} label="Try again" />}
      >
        Your answers are saved.
      </Banner>
    </div>
  )
}

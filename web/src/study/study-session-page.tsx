import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type LoaderFunctionArgs, Navigate, useSearchParams } from 'react-router-dom'
import { AnsweringSkeleton } from '../answering/question-skeleton.tsx'
import { ApiError, serverMessage } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import type { ToastWords } from '../ui/toast.tsx'
import { type SessionWish, useBeginSession } from './beginning.ts'
import { chosenMode } from './chosen-mode.ts'
import { DailySession } from './daily-session.tsx'
import { DrawnSession } from './drawn-session.tsx'
import { Leave } from './leave.tsx'
import { dailyQuestionsQuery } from './queries.ts'
import { studySessionQuery } from './session-queries.ts'

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams
  const session = search.get('session')
  if (session !== null) void queries.prefetchQuery(studySessionQuery(session))
  if (search.get('mode') === 'daily') void queries.prefetchQuery(dailyQuestionsQuery(todayOf(await queries.ensureQueryData(sessionQuery))))
}

/** Questions one after the other: today's, those of the session in the address, or of the mode that was chosen. */
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

/** Begins the session that was chosen, and goes to it or back. */
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

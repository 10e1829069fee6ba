import type { DailyQuestion } from '@medicready/domain/contract/study'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { QuestionSkeleton } from '../answering/question-skeleton.tsx'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { Loaded } from '../api/loaded.tsx'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { dailyQuestionsQuery } from './queries.ts'
import { sessionQuestions } from './session-questions.ts'
import { StudySession } from './study-session.tsx'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(dailyQuestionsQuery(todayOf(user)))
}

/** Questions one after the other, in the mode that was chosen. */
export default function StudySessionPage() {
  const [search] = useSearchParams()
  if (search.get('mode') !== 'daily') return <Navigate to={paths.studyMode()} replace />
  return (
    <>
      <PageTitle>Today's Questions</PageTitle>
      <Loaded skeleton={<SessionSkeleton />} failure={(error) => <SessionFailure error={error} />}>
        <DailySession />
      </Loaded>
    </>
  )
}

function DailySession() {
  const user = useUser()
  // A session that runs over midnight stays with the questions that it began with, although each answer fetches those
  // of the day.
  const [today] = useState(() => todayOf(user))
  const { data: fetched } = useSuspenseQuery(dailyQuestionsQuery(today))
  const [begunWith, setBegunWith] = useState<readonly DailyQuestion[]>(fetched)
  const dailyQuestions = sessionQuestions(begunWith, fetched)
  if (dailyQuestions !== begunWith) setBegunWith(dailyQuestions)
  if (dailyQuestions.length > 0) return <StudySession dailyQuestions={dailyQuestions} />
  return <Leave to={paths.home()} notice={{ title: 'No Questions Available' }} />
}

/** When the session of the account has ended, the sign-in is on its way already. */
const SessionFailure = ({ error }: { error: Error }) =>
  isSignedOut(error) ? <SessionSkeleton /> : <Leave to={paths.studyMode()} notice={{ ...failureWords(error), variant: 'destructive' }} />

function failureWords(error: Error): ToastWords {
  switch (error instanceof ApiError ? error.status : undefined) {
    case 429:
      return { title: 'Daily Limit Reached', description: "You've reached your daily question limit." }
    case 400:
      return { title: 'Select Study Modules', description: 'Please select your study modules first.' }
    default:
      return { title: 'Error', description: 'Failed to generate questions. Please try again.' }
  }
}

/** Says why there is no session, and goes where the next step is. */
function Leave({ to, notice }: { to: string; notice: ToastWords }) {
  const [said] = useState(notice)
  useEffect(() => toast(said), [said])
  return <Navigate to={to} replace />
}

const SessionSkeleton = () => (
  <div className="mx-auto grid max-w-3xl gap-4">
    <div className="grid gap-1">
      <Skeleton className="h-11" />
      <Skeleton className="h-2" />
    </div>
    <QuestionSkeleton />
  </div>
)

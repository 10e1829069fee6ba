import type { DailyQuestion } from '@medicready/domain/contract/study'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { paths } from '../app/paths.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { dailyQuestionsQuery, todayOf } from './queries.ts'
import { sessionQuestions } from './session-questions.ts'
import { StudySession } from './study-session.tsx'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(dailyQuestionsQuery(todayOf(user)))
}

/** Questions one after the other, in the mode that was chosen. */
export default function StudySessionPage() {
  const [search] = useSearchParams()
  if (search.get('mode') !== 'daily') return <Navigate to={paths.home()} replace />
  return (
    <>
      <PageTitle>Today's Questions</PageTitle>
      <DailySession />
    </>
  )
}

function DailySession() {
  const user = useUser()
  // A session that runs over midnight stays with the questions that it began with, although each answer fetches those of the day.
  const [today] = useState(() => todayOf(user))
  const [begunWith, setBegunWith] = useState<readonly DailyQuestion[]>([])
  const { data: fetched, error } = useQuery(dailyQuestionsQuery(today))
  const dailyQuestions = fetched ? sessionQuestions(begunWith, fetched) : begunWith
  if (dailyQuestions !== begunWith) setBegunWith(dailyQuestions)
  if (dailyQuestions.length > 0) return <StudySession dailyQuestions={dailyQuestions} />
  if (fetched) return <Leave notice={{ title: 'No Questions Available' }} />
  if (error && !isSignedOut(error)) return <Leave notice={{ ...loadFailure(error), variant: 'destructive' }} />
  return <SessionSkeleton />
}

function loadFailure(error: Error): ToastWords {
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
function Leave({ notice }: { notice: ToastWords }) {
  const [said] = useState(notice)
  useEffect(() => toast(said), [said])
  return <Navigate to={paths.home()} replace />
}

const SessionSkeleton = () => (
  <div className="mx-auto grid max-w-3xl gap-4">
    <div className="grid gap-1">
      <Skeleton className="h-11" />
      <Skeleton className="h-2" />
    </div>
    <Card>
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="mt-4 h-35" />
      <div className="mt-6 grid gap-3">
        {['a', 'b', 'c', 'd'].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    </Card>
  </div>
)

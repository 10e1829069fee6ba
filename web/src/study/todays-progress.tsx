import { useSuspenseQuery } from '@tanstack/react-query'
import { Flame } from 'lucide-react'
import { useUser } from '../api/session.ts'
import { statsQuery } from '../api/stats.ts'
import { useToday } from '../api/today.ts'
import { Card } from '../ui/card.tsx'
import { Figure } from '../ui/figure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf } from '../ui/words.ts'
import { StreakFreezes } from './streak-freezes.tsx'
import { WeekChart } from './week-chart.tsx'

/** The three figures of the learner, and the week that led to them. */
export function TodaysProgress() {
  const { data: stats } = useSuspenseQuery(statsQuery(useToday()))
  const { calmMode } = useUser()
  return (
    <Card aria-labelledby="todays-progress">
      <h2 id="todays-progress" className="text-lg font-semibold">
        Today's Progress
      </h2>
      <dl className="mt-4 grid grid-cols-3 gap-3">
        <Figure term="Questions">{stats.totalAnswered.toLocaleString('en-US')}</Figure>
        <Figure term="Accuracy">{stats.accuracy === null ? '–' : `${Math.round(stats.accuracy * 100)}%`}</Figure>
        {!calmMode && (
          <Figure term="Day Streak" warm={stats.studyStreak > 0}>
            {stats.studyStreak > 0 && <Flame aria-hidden className="size-6" />}
            {stats.studyStreak}
          </Figure>
        )}
      </dl>
      {!calmMode && <StreakFreezes stats={stats} />}
      {!calmMode && stats.longestStreak > stats.studyStreak && (
        <p className="mt-3 text-sm text-muted">Your longest streak: {countOf(stats.longestStreak, 'day')}</p>
      )}
      <div className="mt-5 border-t border-hairline pt-5">
        <WeekChart week={stats.weeklyProgress} />
      </div>
    </Card>
  )
}

export const TodaysProgressSkeleton = () => (
  <Card className="h-100 sm:h-110">
    <Skeleton className="h-7 w-40" />
    <div className="mt-4 grid grid-cols-3 gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
    <Skeleton className="mt-8 h-44" />
  </Card>
)

import { useSuspenseQuery } from '@tanstack/react-query'
import { useUser } from '../api/session.ts'
import { statsQuery } from '../api/stats.ts'
import { useToday } from '../api/today.ts'
import { Card } from '../ui/card.tsx'
import { Figure } from '../ui/figure.tsx'
import { countOf } from '../ui/words.ts'

/** What came of somebody's study so far. */
export function StudyStatistics() {
  const { data: stats } = useSuspenseQuery(statsQuery(useToday()))
  const { calmMode } = useUser()
  return (
    <Card aria-labelledby="statistics">
      <h2 id="statistics" className="text-lg font-semibold">
        Study Statistics
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-4">
        <Figure term="Questions">{stats.totalAnswered.toLocaleString('en-US')}</Figure>
        <Figure term="Accuracy">{stats.accuracy === null ? '–' : `${Math.round(stats.accuracy * 100)}%`}</Figure>
        {!calmMode && (
          <>
            <Figure term="Day Streak" warm={stats.studyStreak > 0}>
              {stats.studyStreak}
            </Figure>
            <Figure term="Longest Streak">{stats.longestStreak}</Figure>
          </>
        )}
      </dl>
      {stats.accuracy === null && (
        <p className="mt-4 text-sm text-muted">
          {stats.totalAnswered === 0
            ? 'Your figures begin with your first answer.'
            : `${countOf(stats.totalAnswered, 'answer')} on trial, and not scored yet.`}
        </p>
      )}
    </Card>
  )
}

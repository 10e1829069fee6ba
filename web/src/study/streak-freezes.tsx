import type { UserStats } from '@medicready/domain/contract/study/study'
import { Snowflake } from 'lucide-react'
import { calendarDayInWords, countOf } from '../ui/words.ts'

/** The freezes that are kept for days without study, and the last that was spent. */
export function StreakFreezes({ stats }: { stats: Pick<UserStats, 'studyStreak' | 'freezes' | 'weeklyProgress'> }) {
  const { kept, daysToNext, lastSpent } = stats.freezes
  const isRecent = lastSpent !== null && lastSpent.date >= (stats.weeklyProgress[0]?.date ?? '')
  if (stats.studyStreak === 0 && kept === 0 && !isRecent) return null
  return (
    <div className="mt-3 flex items-start gap-2 text-sm text-muted">
      <Snowflake aria-hidden className="mt-0.5 size-4 shrink-0 text-brand" />
      <div>
        <p>
          <span className="font-medium text-ink">{kept === 0 ? 'No freeze kept' : `${countOf(kept, 'freeze')} kept`}.</span>{' '}
          {daysToNext === null
            ? 'You keep as many as there can be.'
            : `${daysToNext} more ${daysToNext === 1 ? 'day' : 'days'} of study to your next freeze.`}
        </p>
        {isRecent && stats.studyStreak > 0 && (
          <p>
            A freeze kept your {lastSpent.days}-day streak on {calendarDayInWords(lastSpent.date)}.
          </p>
        )}
      </div>
    </div>
  )
}

import type { CalendarDay } from '@medicready/domain/calendar'
import type { UserStats } from '@medicready/domain/contract/study/study'
import { FREEZE_DAYS, MOST_FREEZES, noStreak, streakToday } from '@medicready/domain/study/streak'
import type { StreakRow } from '@medicready/projector/read-models/study/progress-queries'

/** A streak and its freezes as they stand today. */
export function shownStreak(row: StreakRow, today: CalendarDay): Pick<UserStats, 'studyStreak' | 'longestStreak' | 'freezes'> {
  const longestStreak = row.longest_streak ?? 0
  const streak =
    row.current_streak === null
      ? noStreak
      : {
          currentStreak: row.current_streak,
          lastStudyDate: row.last_study_date,
          freezes: row.freezes,
          frozenOn: row.frozen_on,
        }
  const { currentStreak: studyStreak, freezes: kept } = streakToday(streak, today)
  const daysToNext = kept >= MOST_FREEZES ? null : FREEZE_DAYS - (studyStreak % FREEZE_DAYS)
  return { studyStreak, longestStreak, freezes: { kept, daysToNext, lastSpent: row.last_spent, lastEarned: row.last_earned } }
}

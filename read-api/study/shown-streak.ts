import type { CalendarDay } from '@medicready/domain/calendar'
import type { UserStats } from '@medicready/domain/contract/study'
import { FREEZE_DAYS, MOST_FREEZES, noStreak, streakToday } from '@medicready/domain/study/streak'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import type { studyStreaks } from '@medicready/projector/read-models/study/study-streaks'

type Streak = Pick<
  RowOf<typeof studyStreaks.tables.study_streaks>,
  'current_streak' | 'longest_streak' | 'last_study_date' | 'freezes' | 'frozen_on'
>
/** What a query has to bring of a learner's streak. */
export type StreakRow = Joined<Streak> & {
  readonly last_spent: UserStats['freezes']['lastSpent']
  readonly last_earned: UserStats['freezes']['lastEarned']
}

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

import { type Camel, defineQuery } from '../query.ts'
import { studyStreaks } from './study-streaks.ts'

export type KeptStreak = Camel<
  typeof studyStreaks.tables.study_streaks,
  'current_streak' | 'longest_streak' | 'last_study_date' | 'freezes' | 'frozen_on'
>

/** A user's streak as of their last day of study; no row before the first. */
export const streakOf = defineQuery(
  [studyStreaks],
  (sql, userId: string) => sql<KeptStreak[]>`
    SELECT current_streak AS "currentStreak", longest_streak AS "longestStreak", last_study_date::text AS "lastStudyDate", freezes,
      frozen_on::text AS "frozenOn"
    FROM read.study_streaks WHERE user_id = ${userId}`,
)

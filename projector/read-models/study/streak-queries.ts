import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import { studyStreaks } from './study-streaks.ts'

export type KeptStreak = Camel<
  typeof studyStreaks.tables.study_streaks,
  'current_streak' | 'longest_streak' | 'last_study_date' | 'freezes' | 'frozen_on'
>

export const streakOf = defineQuery(
  [studyStreaks],
  (sql, userId: string) => sql<KeptStreak[]>`
    SELECT current_streak AS "currentStreak", longest_streak AS "longestStreak", last_study_date::text AS "lastStudyDate", freezes,
      frozen_on::text AS "frozenOn"
    FROM read.study_streaks WHERE user_id = ${userId}`,
)

export type RunningStreak = Camel<typeof studyStreaks.tables.study_streaks, 'user_id' | 'current_streak'> &
  Camel<typeof users.tables.users, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'> & {
    /** The last study day or frozen day after it. */
    readonly settledOn: CalendarDay
  }

export const runningStreaks = defineQuery(
  [studyStreaks, users],
  (sql, { latest, after, limit }: { readonly latest: CalendarDay; readonly after: string; readonly limit: number }) => sql<RunningStreak[]>`
    SELECT s.user_id AS "userId", u.time_zone AS "timeZone", u.former_time_zone AS "formerTimeZone",
      u.time_zone_changed_at AS "timeZoneChangedAt", s.current_streak AS "currentStreak",
      greatest(s.last_study_date, s.frozen_on)::text AS "settledOn"
    FROM read.study_streaks s JOIN read.users u ON u.id = s.user_id
    WHERE s.current_streak > 0 AND s.last_study_date <= ${latest} AND greatest(s.last_study_date, s.frozen_on) <= ${latest}
      AND s.user_id > ${after}
    ORDER BY s.user_id LIMIT ${limit}`,
)

/** Not yet recorded as facts. */
export const unrecordedFreezes = defineQuery(
  [studyStreaks],
  (sql, userId: string) => sql<
    (Pick<RowOf<typeof studyStreaks.tables.earned_freezes>, 'date' | 'days'> & { readonly kind: 'earned' | 'spent' })[]
  >`
    SELECT date::text, 'earned' AS kind, days FROM read.earned_freezes WHERE user_id = ${userId} AND NOT is_recorded
    UNION ALL SELECT date::text, 'spent', days FROM read.spent_freezes WHERE user_id = ${userId} AND NOT is_recorded
    ORDER BY date, kind`,
)

import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { type StudyMode, studyModeRules, studyModes } from '@medicready/domain/study/shown/modes'
import type { UserCalendar } from '../accounts/user-queries.ts'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { type Camel, defineQuery, type Joined } from '../query.ts'
import { achievementTallies } from './achievement-tallies.ts'
import { studyDays } from './study-days.ts'
import { studySessions } from './study-sessions.ts'
import { studyStreaks } from './study-streaks.ts'
import { userAchievements } from './user-achievements.ts'
import { userProgress } from './user-progress.ts'
import { userResponses } from './user-responses.ts'

type Freeze = Pick<RowOf<typeof studyStreaks.tables.spent_freezes>, 'date' | 'days'>
export type StreakRow = Joined<
  Pick<RowOf<typeof studyStreaks.tables.study_streaks>, 'current_streak' | 'longest_streak' | 'last_study_date' | 'freezes' | 'frozen_on'>
> & { readonly last_spent: Freeze | null; readonly last_earned: Freeze | null }

export const statsOf = defineQuery(
  [users, studyStreaks, studyDays, userProgress],
  (sql, { userIds, from, to }: { readonly userIds: readonly string[]; readonly from: CalendarDay; readonly to: CalendarDay }) => sql<
    (UserCalendar &
      StreakRow & {
        readonly user_id: string
        readonly days: readonly Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'answered' | 'scored' | 'correct'>[] | null
        readonly modules:
          | readonly Pick<
              RowOf<typeof userProgress.tables.user_progress>,
              'module' | 'total_questions' | 'scored_answers' | 'correct_answers'
            >[]
          | null
      })[]
  >`
    SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at, s.current_streak, s.longest_streak, s.last_study_date,
      s.freezes, s.frozen_on,
      (SELECT json_build_object('date', f.date, 'days', f.days) FROM read.spent_freezes f
        WHERE f.user_id = u.id ORDER BY f.date DESC LIMIT 1) AS last_spent,
      (SELECT json_build_object('date', f.date, 'days', f.days) FROM read.earned_freezes f
        WHERE f.user_id = u.id ORDER BY f.date DESC LIMIT 1) AS last_earned,
      (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered, 'scored', d.scored, 'correct', d.correct))
        FROM read.study_days d WHERE d.user_id = u.id AND d.date BETWEEN ${from} AND ${to}) AS days,
      (SELECT json_agg(json_build_object('module', p.module, 'total_questions', p.total_questions, 'scored_answers', p.scored_answers,
          'correct_answers', p.correct_answers) ORDER BY p.module)
        FROM read.user_progress p WHERE p.user_id = u.id) AS modules
    FROM read.users u LEFT JOIN read.study_streaks s ON s.user_id = u.id WHERE u.id = ANY(${userIds as string[]}::uuid[])`,
)

export const achievementsOf = defineQuery(
  [achievementTallies, userAchievements],
  (sql, userIds: readonly string[]) => sql<
    {
      readonly user_id: string
      /** Nulls before the first answer. */
      readonly tallies: Joined<Pick<RowOf<typeof achievementTallies.tables.achievement_tallies>['tallies'], 'measures' | 'lengths'>>
      readonly reached: readonly { readonly id: string; readonly on: string }[] | null
      readonly earned: readonly { readonly id: string; readonly on: string; readonly points: number }[] | null
    }[]
  >`
    SELECT u.id AS user_id, json_build_object('measures', t.tallies->'measures', 'lengths', t.tallies->'lengths') AS tallies,
      (SELECT json_agg(json_build_object('id', r.achievement_id, 'on', r.reached_on))
        FROM read.reached_achievements r WHERE r.user_id = u.id) AS reached,
      (SELECT json_agg(json_build_object('id', e.achievement_id, 'on', e.earned_on, 'points', e.points))
        FROM read.user_achievements e WHERE e.user_id = u.id) AS earned
    FROM unnest(${userIds as string[]}::uuid[]) AS u (id) LEFT JOIN read.achievement_tallies t ON t.user_id = u.id`,
)

export interface ActivityRow {
  readonly user_id: string
  /** Sessions and exams: when they ended or last went on. */
  readonly at: string
  readonly id: string | null
  readonly module: ModuleName | null
  readonly mode: StudyMode | null
  readonly is_correct: boolean | null
  readonly started_at: string | null
  readonly completed_at: string | null
  readonly total_questions: number
  readonly answered: number
  readonly correct_answers: number
  readonly achievement_id: string | null
  readonly points: number
  readonly blueprint: RowOf<typeof practiceExams.tables.practice_exams>['blueprint'] | null
  readonly score: number | null
}

const tellingModes = studyModes.filter((mode) => studyModeRules[mode].showsAnswers)

/** Without a known session, an answer is withheld, since the session may be a timed one. */
export const recentlyHappened = defineQuery(
  [userResponses, studySessions, practiceExams, userAchievements, users],
  (sql, userIds: readonly string[]) => sql<ActivityRow[]>`
    SELECT u.id AS user_id, h.* FROM unnest(${userIds as string[]}::uuid[]) AS u(id) CROSS JOIN LATERAL (
      (SELECT r.answered_at AS at, r.question_id AS id, r.module, r.mode,
        CASE WHEN r.study_session_id IS NULL OR s.completed_at IS NOT NULL OR s.mode = ANY(${tellingModes}::text[])
          THEN r.is_correct END AS is_correct,
        NULL::timestamptz AS started_at, NULL::timestamptz AS completed_at,
        0 AS total_questions, 0 AS answered, 0 AS correct_answers, NULL AS achievement_id, 0 AS points,
        NULL AS blueprint, NULL::int AS score
      FROM read.user_responses r LEFT JOIN read.study_sessions s ON s.id = r.study_session_id
      WHERE r.user_id = u.id AND r.exam_id IS NULL ORDER BY r.answered_at DESC LIMIT 10)
      UNION ALL
      (SELECT coalesce(s.completed_at, s.answered_at, s.started_at), s.id, NULL, s.mode, NULL, s.started_at, s.completed_at,
        s.total_questions, s.answered, s.correct_answers, NULL, 0, NULL, NULL
      FROM read.study_sessions s WHERE s.user_id = u.id ORDER BY s.started_at DESC LIMIT 10)
      UNION ALL
      (SELECT e.completed_at, e.id, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, NULL, 0, e.blueprint, e.score
      FROM read.practice_exams e WHERE e.user_id = u.id AND e.is_completed ORDER BY e.started_at DESC LIMIT 10)
      UNION ALL
      (SELECT a.earned_at, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, a.achievement_id, a.points, NULL, NULL
      FROM read.user_achievements a WHERE a.user_id = u.id
        AND NOT EXISTS (SELECT FROM read.users c WHERE c.id = u.id AND c.calm_mode) ORDER BY a.earned_at DESC LIMIT 10)
    ) h`,
)

export const reachedAchievements = defineQuery(
  [achievementTallies, userAchievements],
  (sql, userId: string) => sql<Camel<typeof achievementTallies.tables.reached_achievements, 'achievement_id' | 'reached_on'>[]>`
    SELECT r.achievement_id AS "achievementId", r.reached_on::text AS "reachedOn" FROM read.reached_achievements r
    WHERE r.user_id = ${userId} AND NOT EXISTS (
      SELECT FROM read.user_achievements e WHERE e.user_id = r.user_id AND e.achievement_id = r.achievement_id)
    ORDER BY r.reached_on, r.achievement_id`,
)

import type { Tier } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { PlannedDay } from '@medicready/domain/study/plan/study-plan'
import { streakToday } from '@medicready/domain/study/streak'
import type { Sql } from '@medicready/platform/postgres/connection'
import { NotNow } from '../worker/definitions.ts'

/** What the daily email tells of a learner's day. */
export interface DailyContents {
  /** The questions of the day, in their order. */
  readonly questions: readonly { readonly questionId: string; readonly module: ModuleName; readonly isCompleted: boolean }[]
  readonly tier: Tier
  readonly hasModules: boolean
  /** Days in a row, as they stand today, and whether today is one of them. */
  readonly streak: { readonly days: number; readonly hasToday: boolean }
  /** What is planned for today; null without a plan. */
  readonly planned: PlannedDay | null
}

interface Row {
  readonly tier: Tier
  readonly hasModules: boolean
  readonly questions: DailyContents['questions'] | null
  readonly days: readonly PlannedDay[] | null
  readonly currentStreak: number | null
  readonly longestStreak: number
  readonly lastStudyDate: CalendarDay | null
  readonly freezes: number
  readonly frozenOn: CalendarDay | null
}

/** A learner's day as the read models show it now. */
export async function dailyContents(sql: Sql, userId: string, today: CalendarDay): Promise<DailyContents> {
  const [row] = await sql<Row[]>`
    SELECT u.subscription_tier AS tier, p.days, s.current_streak AS "currentStreak", s.longest_streak AS "longestStreak",
      s.last_study_date AS "lastStudyDate", s.freezes, s.frozen_on AS "frozenOn",
      EXISTS (SELECT FROM read.user_modules m WHERE m.user_id = u.id AND m.is_active) AS "hasModules",
      (SELECT json_agg(json_build_object('questionId', q.question_id, 'module', d.module, 'isCompleted', q.is_completed) ORDER BY q.position)
        FROM read.daily_questions q JOIN read.question_deliveries d ON d.user_id = q.user_id AND d.question_id = q.question_id
        WHERE q.user_id = u.id AND q.assigned_date = ${today}) AS questions
    FROM read.users u LEFT JOIN read.study_streaks s ON s.user_id = u.id LEFT JOIN read.study_plans p ON p.user_id = u.id
    WHERE u.id = ${userId}`
  if (!row) throw new NotNow('The read models do not show this account yet.')
  const { tier, hasModules, questions, days, currentStreak, longestStreak, lastStudyDate, freezes, frozenOn } = row
  const kept = currentStreak === null ? null : { currentStreak, longestStreak, lastStudyDate, freezes, frozenOn }
  return {
    tier,
    hasModules,
    questions: questions ?? [],
    streak: { days: kept ? streakToday(kept, today).currentStreak : 0, hasToday: lastStudyDate === today },
    planned: days?.find(({ date }) => date === today) ?? null,
  }
}

import type { Tier } from '@medicready/domain/billing/tiers'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { PlannedDay } from '@medicready/domain/study/plan/study-plan'
import { streakToday } from '@medicready/domain/study/streak'
import type { Sql } from '@medicready/platform/postgres/connection'
import { dailyEmailContents } from '@medicready/projector/read-models/reminders/reminder-queries'
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

/** A learner's day as the read models show it now. */
export async function dailyContents(sql: Sql, userId: string, today: CalendarDay): Promise<DailyContents> {
  const [row] = await dailyEmailContents(sql, { userId, today })
  if (!row) throw new NotNow('The read models do not show this account yet.')
  const { tier, hasModules, questions, days } = row
  return {
    tier,
    hasModules,
    questions: questions ?? [],
    streak: { days: row.currentStreak === null ? 0 : streakToday(row, today).currentStreak, hasToday: row.lastStudyDate === today },
    planned: days?.find(({ date }) => date === today) ?? null,
  }
}

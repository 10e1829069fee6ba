import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { ACTIVE_DAYS } from '@medicready/domain/contract/admin-figure-names'
import type { AdminStudent } from '@medicready/domain/contract/admin-students'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type Tally, weakOf } from '@medicready/domain/study/weakness'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { figuresTables } from '@medicready/projector/read-models/admin/figures-tables'
import type { learningTables } from '@medicready/projector/read-models/admin/learning-tables'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import { type StreakRow, shownStreak } from '../study/shown-streak.ts'
import type { ShownDay } from './as-of.ts'

type StudentRow = Omit<RowOf<typeof learningTables.students>, 'accuracy' | 'first_answered_at'> &
  Pick<RowOf<typeof learningTables.student_people>, 'name' | 'email' | 'phone'> &
  Joined<Pick<RowOf<typeof figuresTables.subscribers>, 'stripe_customer_id' | 'stripe_subscription_id'>> &
  Joined<CalendarRow> &
  StreakRow & {
    readonly modules: readonly { readonly module: ModuleName; readonly scored: number; readonly correct: number }[] | null
  }
/** What had come of a student by the end of an earlier day. */
interface ThenRow {
  readonly user_id: string
  readonly answered: number
  readonly scored: number
  readonly correct: number
  readonly right_questions: number
  readonly sessions: number
  readonly last_active_on: CalendarDay | null
  readonly subscription_tier: RowOf<typeof learningTables.students>['subscription_tier']
}

const rounded = (percent: number): number => Math.round(10 * percent) / 10

/** The records of some students, in the order of their ids, as the day had them that is shown. */
export async function studentRecords(sql: Sql, userIds: readonly string[], shown: ShownDay, now: string): Promise<AdminStudent[]> {
  if (userIds.length === 0) return []
  const [rows, then, bank] = await Promise.all([
    sql<StudentRow[]>`
      SELECT s.user_id, s.joined_at, s.role, s.subscription_tier, s.email_verified, s.is_erased, s.answered, s.scored, s.correct,
        s.right_questions, s.sessions, s.last_active_on, p.name, p.email, p.phone, b.stripe_customer_id, b.stripe_subscription_id,
        u.time_zone, u.former_time_zone, u.time_zone_changed_at,
        t.current_streak, t.longest_streak, t.last_study_date, t.freezes, t.frozen_on, NULL AS last_spent, NULL AS last_earned,
        (SELECT json_agg(json_build_object('module', m.module, 'scored', m.scored_answers, 'correct', m.correct_answers))
          FROM read.user_progress m WHERE m.user_id = s.user_id) AS modules
      FROM unnest(${userIds as string[]}::uuid[]) WITH ORDINALITY AS wanted (user_id, place)
      JOIN read.students s ON s.user_id = wanted.user_id
      JOIN read.student_people p ON p.user_id = wanted.user_id
      LEFT JOIN read.subscribers b ON b.user_id = wanted.user_id
      LEFT JOIN read.users u ON u.id = wanted.user_id
      LEFT JOIN read.study_streaks t ON t.user_id = wanted.user_id
      ORDER BY wanted.place`,
    shown.isToday ? [] : asOf(sql, userIds, shown),
    bankOn(sql, shown.day),
  ])
  const earlier = new Map(then.map((row) => [row.user_id, row]))
  return rows.map((row) => recordOf({ ...row, ...earlier.get(row.user_id) }, shown, bank, now))
}

/** Each sum goes over the days of one student. */
const asOf = (sql: Sql, userIds: readonly string[], { day, end }: ShownDay): Promise<ThenRow[]> => sql<ThenRow[]>`
  SELECT wanted.user_id, d.answered, d.scored, d.correct, d.right_questions, d.last_active_on,
    (SELECT count(*)::int FROM read.tutoring_sessions h
      WHERE h.user_id = wanted.user_id AND h.state = 'completed' AND h.settled_at < ${end}) AS sessions,
    coalesce((SELECT t.tier FROM read.student_tiers t
      WHERE t.user_id = wanted.user_id AND t.since < ${end} ORDER BY t.since DESC LIMIT 1), 'free') AS subscription_tier
  FROM unnest(${userIds as string[]}::uuid[]) AS wanted (user_id)
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(scored), 0)::int AS scored, coalesce(sum(correct), 0)::int AS correct,
      coalesce(sum(newly_right), 0)::int AS right_questions, max(day) AS last_active_on
    FROM read.student_days WHERE user_id = wanted.user_id AND day <= ${day}) d`

/** How many questions were in the bank on a day. */
async function bankOn(sql: Sql, day: CalendarDay): Promise<number> {
  const [row] = await sql<{ questions: number }[]>`
    SELECT coalesce(sum(amount), 0)::int AS questions FROM read.figure_days WHERE figure = 'questionsInBank' AND day <= ${day}`
  return row?.questions ?? 0
}

function recordOf(row: StudentRow, { day, isToday }: ShownDay, bank: number, now: string): AdminStudent {
  const isActive = row.last_active_on !== null && row.last_active_on >= addDays(day, 1 - ACTIVE_DAYS)
  // Who was right on what has left the bank since may have come further than the bank goes.
  const progress = bank === 0 ? 0 : Math.min(100, (100 * row.right_questions) / bank)
  return {
    id: row.user_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    emailVerified: row.email_verified,
    isErased: row.is_erased,
    status: isActive ? 'active' : 'inactive',
    progress: rounded(progress),
    answered: row.answered,
    accuracy: row.scored === 0 ? null : rounded((100 * row.correct) / row.scored),
    totalSessions: row.sessions,
    studyStreak: isToday ? streakOf(row, now) : null,
    subscriptionTier: row.subscription_tier,
    weakAreas: weakOf((row.modules ?? []).map(tallyOf)).map(({ module }) => module),
    joinedDate: row.joined_at.slice(0, 10),
    lastActive: row.last_active_on,
    stripeCustomerId: row.stripe_customer_id,
    stripeSubscriptionId: row.stripe_subscription_id,
  }
}

/** On the account's own calendar, which the users' read model may not know yet. */
function streakOf(row: StudentRow, now: string): number {
  if (row.time_zone === null) return 0
  return shownStreak(row, todayOf(row, now)).studyStreak
}

const tallyOf = ({ module, scored, correct }: { module: ModuleName; scored: number; correct: number }): Tally & { module: ModuleName } => ({
  module,
  scoredAnswers: scored,
  correctAnswers: correct,
})

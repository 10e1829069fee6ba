import type { CalendarDay } from '@medicready/domain/calendar'
import type { UserCalendar } from '../accounts/user-queries.ts'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { defineQuery, type Joined } from '../query.ts'
import { studyDays } from './study-days.ts'
import { studyPlans } from './study-plans.ts'
import { userModules } from './user-modules.ts'

/** The modules that users have selected, those set aside included. */
export const modulesOf = defineQuery(
  [userModules],
  (sql, userIds: readonly string[]) => sql<RowOf<typeof userModules.tables.user_modules>[]>`
    SELECT user_id, id, module, is_active, created_at FROM read.user_modules
    WHERE user_id = ANY(${userIds as string[]}::uuid[]) ORDER BY created_at, id`,
)

type DailyTables = typeof studyDays.tables
export type DailyQuestion = Omit<RowOf<DailyTables['daily_questions']>, 'user_id' | 'position' | 'email_sent' | 'email_sent_at'> &
  Pick<RowOf<DailyTables['question_deliveries']>, 'is_closed' | 'shuffle'>

/** The daily questions of users between two days, in their order; a row of nulls if a user has none. */
export const dailyQuestionsOf = defineQuery(
  [users, studyDays],
  (sql, { userIds, from, to }: { readonly userIds: readonly string[]; readonly from: CalendarDay; readonly to: CalendarDay }) => sql<
    (UserCalendar & Joined<DailyQuestion> & { readonly user_id: string })[]
  >`
    SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at,
      q.id, q.assigned_date, q.question_id, q.question_version, q.why, q.is_completed, q.answer, q.is_correct, d.is_closed, d.shuffle
    FROM read.users u LEFT JOIN read.daily_questions q ON q.user_id = u.id AND q.assigned_date BETWEEN ${from} AND ${to}
    LEFT JOIN read.question_deliveries d ON d.user_id = u.id AND d.question_id = q.question_id
    WHERE u.id = ANY(${userIds as string[]}::uuid[]) ORDER BY q.position`,
)

/** The plans of users, with what was answered on each of their days. */
export const plansWithAnswers = defineQuery(
  [users, studyPlans, studyDays],
  (sql, userIds: readonly string[]) => sql<
    (UserCalendar &
      Pick<RowOf<typeof users.tables.users>, 'exam_date'> &
      Joined<Omit<RowOf<typeof studyPlans.tables.study_plans>, 'user_id' | 'exam_date' | 'laid_out_at'>> & {
        readonly user_id: string
        readonly answered: readonly Pick<RowOf<DailyTables['study_days']>, 'date' | 'answered'>[] | null
      })[]
  >`
    SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.exam_date, p.starts_on, p.cause, p.days, p.former_days,
      (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered))
        FROM read.study_days d WHERE d.user_id = u.id AND d.date >= p.starts_on) AS answered
    FROM read.users u LEFT JOIN read.study_plans p ON p.user_id = u.id WHERE u.id = ANY(${userIds as string[]}::uuid[])`,
)

import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { SelectionReason } from '@medicready/domain/questions/delivered-question'
import type { UserCalendar } from '../accounts/user-queries.ts'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { type Camel, defineQuery, type Joined, type UsersQuestion } from '../query.ts'
import { guidelineChanges } from '../questions/guideline-changes.ts'
import { studyDays } from './study-days.ts'
import { studyPlans } from './study-plans.ts'
import { studySessions } from './study-sessions.ts'
import { userModules } from './user-modules.ts'

/** Including deactivated ones. */
export const modulesOf = defineQuery(
  [userModules],
  (sql, userIds: readonly string[]) => sql<RowOf<typeof userModules.tables.user_modules>[]>`
    SELECT user_id, id, module, is_active, created_at FROM read.user_modules
    WHERE user_id = ANY(${userIds as string[]}::uuid[]) ORDER BY created_at, id`,
)

type DailyTables = typeof studyDays.tables
export type DailyQuestionRow = Omit<RowOf<DailyTables['daily_questions']>, 'user_id' | 'position' | 'email_sent' | 'email_sent_at'> &
  Pick<RowOf<DailyTables['question_deliveries']>, 'is_closed' | 'shuffle'>

/** A row of nulls if a user has none. */
export const dailyQuestionsOf = defineQuery(
  [users, studyDays],
  (sql, { userIds, from, to }: { readonly userIds: readonly string[]; readonly from: CalendarDay; readonly to: CalendarDay }) => sql<
    (UserCalendar & Joined<DailyQuestionRow> & { readonly user_id: string })[]
  >`
    SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at,
      q.id, q.assigned_date, q.question_id, q.question_version, q.why, q.is_completed, q.answer, q.is_correct, d.is_closed, d.shuffle
    FROM read.users u LEFT JOIN read.daily_questions q ON q.user_id = u.id AND q.assigned_date BETWEEN ${from} AND ${to}
    LEFT JOIN read.question_deliveries d ON d.user_id = u.id AND d.question_id = q.question_id
    WHERE u.id = ANY(${userIds as string[]}::uuid[]) ORDER BY q.position`,
)

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

export const deliveryDays = defineQuery(
  [studyDays],
  (sql, { userId, questionId }: UsersQuestion) => sql<{ readonly day: CalendarDay }[]>`
    SELECT DISTINCT day::text FROM read.question_deliveries, unnest(ARRAY[last_delivered_on, answered_on, first_delivered_on]) AS day
    WHERE user_id = ${userId} AND question_id = ${questionId} AND day IS NOT NULL ORDER BY day DESC`,
)

/** No row if a study day gave it. */
export const examThatGave = defineQuery(
  [studyDays],
  (sql, { userId, questionId }: UsersQuestion) => sql<{ readonly examId: string }[]>`
    SELECT exam_id AS "examId" FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ${questionId} AND exam_id IS NOT NULL`,
)

export type OpenSession = Camel<typeof studySessions.tables.study_sessions, 'id' | 'user_id' | 'date'> &
  Camel<typeof users.tables.users, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'>

export const openSessions = defineQuery(
  [studySessions, users],
  (sql, { latest, after, limit }: { readonly latest: CalendarDay; readonly after: string; readonly limit: number }) => sql<OpenSession[]>`
    SELECT s.id, s.user_id AS "userId", s.date::text, u.time_zone AS "timeZone", u.former_time_zone AS "formerTimeZone",
      u.time_zone_changed_at AS "timeZoneChangedAt"
    FROM read.study_sessions s JOIN read.users u ON u.id = s.user_id
    WHERE s.completed_at IS NULL AND s.date <= ${latest} AND s.id > ${after}
    ORDER BY s.id LIMIT ${limit}`,
)

type Delivery = RowOf<typeof studyDays.tables.question_deliveries>

export const deliveriesOf = defineQuery(
  [studyDays],
  (sql, { userId, questionIds }: { readonly userId: string; readonly questionIds: readonly string[] }) => sql<
    Pick<Delivery, 'question_id' | 'is_closed' | 'flagged_for_review'>[]
  >`
    SELECT question_id, is_closed, flagged_for_review FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])`,
)

export const disclosuresOf = defineQuery(
  [users, studySessions, practiceExams],
  (sql, { userIds, now }: { readonly userIds: readonly string[]; readonly now: string }) => sql<
    (Pick<RowOf<typeof users.tables.users>, 'subscription_tier'> & {
      readonly user_id: string
      /** Null if there are none. */
      readonly in_timed_exams: readonly string[] | null
      readonly in_practice_exams: readonly string[] | null
    })[]
  >`
    SELECT u.id AS user_id, u.subscription_tier, (
      SELECT json_agg(question->>'questionId') FROM read.study_sessions s, jsonb_array_elements(s.questions) AS question
      WHERE s.user_id = u.id AND s.mode = 'timed_exam' AND s.completed_at IS NULL) AS in_timed_exams, (
      SELECT json_agg(q.question_id) FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
      WHERE e.user_id = u.id AND NOT e.is_completed AND e.given_up_at IS NULL AND e.deadline > ${now}) AS in_practice_exams
    FROM read.users u WHERE u.id = ANY(${userIds as string[]}::uuid[])`,
)

export const changedGuidelineYears = defineQuery(
  [guidelineChanges],
  (sql, questionIds: readonly string[]) => sql<
    (Pick<RowOf<typeof guidelineChanges.tables.question_guidelines>, 'question_id'> & { readonly year: number })[]
  >`
    SELECT question_id, (changed_to->>'year')::int AS year FROM read.question_guidelines
    WHERE question_id = ANY(${questionIds as string[]}::uuid[]) AND changed_version IS NOT NULL`,
)

export const latestWhyOf = defineQuery(
  [studyDays, studySessions],
  (sql, { userId, questionId }: { readonly userId: string; readonly questionId: string }) => sql<
    { readonly why: SelectionReason | null }[]
  >`
    SELECT coalesce(
      (SELECT t.why FROM read.daily_questions t
        WHERE t.user_id = d.user_id AND t.assigned_date = d.last_delivered_on AND t.question_id = d.question_id),
      (SELECT nullif(question->'why', 'null') FROM read.study_sessions s CROSS JOIN jsonb_array_elements(s.questions) AS question
        WHERE s.user_id = d.user_id AND s.date = d.last_delivered_on AND s.started_at >= d.last_delivered_on::timestamptz - interval '1 day'
          AND question->>'questionId' = d.question_id::text ORDER BY s.started_at DESC LIMIT 1)) AS why
    FROM read.question_deliveries d WHERE d.user_id = ${userId} AND d.question_id = ${questionId}`,
)

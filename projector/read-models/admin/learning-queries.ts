import { ACTIVE_DAYS } from '@medicready/domain/admin/shown/figure-names'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RowOf } from '../definition.ts'
import { defineQuery, type PageAfter } from '../query.ts'
import { userResponses } from '../study/user-responses.ts'
import type { Days, FigureFactRow, PartOn } from './figure-queries.ts'
import { BEFORE_ALL_DAYS, learning, type learningTables } from './learning.ts'

type LearningDay = RowOf<typeof learningTables.learning_days>
type StudentDay = RowOf<typeof learningTables.student_days>
type Counted = 'answered' | 'scored' | 'correct'
type Sum = { readonly sum: number }

/** Summing `active_change` from the first day on gives the active students. */
export const sumOfLearningDays = defineQuery(
  [learning],
  (sql, { column, from = BEFORE_ALL_DAYS, to }: Days & { readonly column: Counted | 'first_ever' | 'active_change' }) => sql<Sum[]>`
    SELECT coalesce(sum(${sql(column)}), 0)::int AS sum FROM read.learning_days WHERE day BETWEEN ${from} AND ${to}`,
)

export const sumOfStudentDays = defineQuery(
  [learning],
  (sql, { userId, column, from = BEFORE_ALL_DAYS, to }: Days & { readonly userId: string; readonly column: Counted | 'newly_right' }) =>
    sql<Sum[]>`
      SELECT coalesce(sum(${sql(column)}), 0)::int AS sum FROM read.student_days
      WHERE user_id = ${userId} AND day BETWEEN ${from} AND ${to}`,
)

/** `group`: month of registration. */
export const sumOfCohorts = defineQuery(
  [learning],
  (sql, { from = BEFORE_ALL_DAYS, to, group }: Days & { readonly group?: string | undefined }) => sql<Sum[]>`
    SELECT coalesce(sum(active), 0)::int AS sum FROM read.learning_cohorts
    WHERE day BETWEEN ${from} AND ${to} ${group === undefined ? sql`` : sql`AND cohort = ${group}`}`,
)

export const learningTotals = defineQuery(
  [learning],
  (sql, day: CalendarDay) => sql<Pick<LearningDay, 'answered' | 'scored' | 'correct' | 'first_ever' | 'active'>[]>`
    SELECT coalesce(sum(answered), 0)::int AS answered, coalesce(sum(scored), 0)::int AS scored, coalesce(sum(correct), 0)::int AS correct,
      coalesce(sum(first_ever), 0)::int AS first_ever, coalesce(sum(active_change), 0)::int AS active
    FROM read.learning_days WHERE day <= ${day}`,
)

export const learningDays = defineQuery(
  [learning],
  (sql, { from, to }: Days & { readonly from: CalendarDay }) => sql<LearningDay[]>`
    SELECT * FROM read.learning_days WHERE day BETWEEN ${from} AND ${to}`,
)

export type CohortCount = Pick<RowOf<typeof learningTables.cohort_sizes>, 'cohort'> & {
  /** Null for the size of a cohort. */
  readonly month: string | null
  readonly students: number
}

export const cohortCounts = defineQuery(
  [learning],
  (sql, { months, day }: { readonly months: readonly string[]; readonly day: CalendarDay }) => sql<CohortCount[]>`
    SELECT cohort, NULL AS month, sum(registered)::int AS students FROM read.cohort_sizes
    WHERE cohort = ANY(${months as string[]}) AND day <= ${day} GROUP BY cohort
    UNION ALL
    SELECT cohort, to_char(day, 'YYYY-MM') AS month, sum(active)::int AS students FROM read.learning_cohorts
    WHERE cohort = ANY(${months as string[]}) AND day <= ${day} GROUP BY cohort, month`,
)

type Behind = PartOn & PageAfter<readonly [string, string, ...unknown[]]>
type OnDay = Pick<StudentDay, 'day' | 'user_id'>

const startOf = (day: CalendarDay = BEFORE_ALL_DAYS): string => `${day}T00:00:00.000Z`

const factOfAnswer = defineQuery(
  [userResponses],
  (sql) => sql`
    CASE WHEN r.exam_id IS NULL THEN 'AnswerSubmitted' ELSE 'ExamCompleted' END AS type,
    CASE WHEN r.exam_id IS NULL THEN 'studyDay-' || r.user_id || '_' || r.answered_on ELSE 'exam-' || r.exam_id END AS stream`,
)

export const answersBehind = defineQuery(
  [factOfAnswer],
  (sql, { which, userId, from, end, after, limit }: Behind & { readonly which: Counted }) => sql<FigureFactRow[]>`
    SELECT r.id, 0 AS place, r.answered_at AS at, ${factOfAnswer(sql)}, 1 AS amount, '' AS grouped_by, r.user_id FROM read.user_responses r
    WHERE r.answered_at >= ${startOf(from)} AND r.answered_at < ${end}
      ${{ answered: sql``, scored: sql`AND r.is_scored`, correct: sql`AND r.is_scored AND r.is_correct` }[which]}
      ${userId === undefined ? sql`` : sql`AND r.user_id = ${userId}`}
      ${after ? sql`AND (r.answered_at, r.id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY r.answered_at DESC, r.id DESC LIMIT ${limit}`,
)

export const firstRightAnswers = defineQuery(
  [factOfAnswer],
  (sql, { userId = '', from, end, after, limit }: Behind) => sql<FigureFactRow[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.question_id) r.id, 0 AS place, r.answered_at AS at, ${factOfAnswer(sql)}, 1 AS amount, '' AS grouped_by, r.user_id
      FROM read.user_responses r
      WHERE r.user_id = ${userId} AND r.is_scored AND r.is_correct AND r.answered_at < ${end}
      ORDER BY r.question_id, r.answered_at, r.id) f
    WHERE at >= ${startOf(from)} ${after ? sql`AND (at, id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY at DESC, id DESC LIMIT ${limit}`,
)

export const firstAnswers = defineQuery(
  [learning, factOfAnswer],
  (sql, { from, end, after, limit }: Behind) => sql<(FigureFactRow & { readonly user_id: string })[]>`
    SELECT s.user_id, s.first_answered_at AS at, 0 AS place, 1 AS amount, '' AS grouped_by, r.id, r.type, r.stream
    FROM read.students s CROSS JOIN LATERAL (
      SELECT r.id, ${factOfAnswer(sql)} FROM read.user_responses r
      WHERE r.user_id = s.user_id AND r.answered_at = s.first_answered_at ORDER BY r.id LIMIT 1) r
    WHERE s.first_answered_at >= ${startOf(from)} AND s.first_answered_at < ${end}
      ${after ? sql`AND (s.first_answered_at, s.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY s.first_answered_at DESC, s.user_id DESC LIMIT ${limit}`,
)

export const lastAnswersOfActive = defineQuery(
  [learning, factOfAnswer],
  (sql, { day, end, after, limit }: Behind) => sql<(FigureFactRow & OnDay)[]>`
    SELECT d.day, d.user_id, 0 AS place, 1 AS amount, '' AS grouped_by, r.id, r.at, r.type, r.stream
    FROM read.student_days d CROSS JOIN LATERAL (
      SELECT r.id, r.answered_at AS at, ${factOfAnswer(sql)} FROM read.user_responses r
      WHERE r.user_id = d.user_id AND r.answered_at < ${end} ORDER BY r.answered_at DESC LIMIT 1) r
    WHERE d.day BETWEEN ${addDays(day, 1 - ACTIVE_DAYS)} AND ${day} AND (d.next_on IS NULL OR d.next_on > ${day})
      ${after ? sql`AND (d.day, d.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    ORDER BY d.day DESC, d.user_id DESC LIMIT ${limit}`,
)

export const firstAnswersOfMonths = defineQuery(
  [learning, factOfAnswer],
  (sql, { from = BEFORE_ALL_DAYS, day, group, after, limit }: Behind) => {
    const cohort = sql`to_char(s.joined_at AT TIME ZONE 'UTC', 'YYYY-MM')`
    return sql<(FigureFactRow & OnDay)[]>`
      SELECT d.day, d.user_id, 0 AS place, 1 AS amount, ${cohort} AS grouped_by, r.id, r.at, r.type, r.stream
      FROM read.student_days d JOIN read.students s ON s.user_id = d.user_id CROSS JOIN LATERAL (
        SELECT r.id, r.answered_at AS at, ${factOfAnswer(sql)} FROM read.user_responses r
        WHERE r.user_id = d.user_id AND r.answered_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
        ORDER BY r.answered_at DESC LIMIT 1) r
      WHERE d.day BETWEEN ${from} AND ${day} AND d.next_on IS DISTINCT FROM d.day
        AND NOT EXISTS (
          SELECT FROM read.student_days e
          WHERE e.user_id = d.user_id AND e.day >= date_trunc('month', d.day) AND e.day < d.day AND e.next_on IS DISTINCT FROM e.day)
        ${group === undefined ? sql`` : sql`AND ${cohort} = ${group}`}
        ${after ? sql`AND (d.day, d.user_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
      ORDER BY d.day DESC, d.user_id DESC LIMIT ${limit}`
  },
)

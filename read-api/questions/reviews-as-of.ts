import type { Query, Sql } from '@medicready/platform/postgres/connection'
import type { ShownDay } from '../admin/as-of.ts'

/** What the educators look at as it is, or as it stood at the end of an earlier day. */

/** The end of the day that is shown; null where that is today. */
export type End = string | null
export const endOf = ({ isToday, end }: ShownDay): End => (isToday ? null : end)

/** Of moments, those of a day that is over by then. */
export const before = (sql: Sql, moment: Query, end: End): Query => (end === null ? sql`true` : sql`${moment} < ${end}`)

/** Of the standings of questions, those that held. */
export const held = (sql: Sql, end: End): Query =>
  end === null ? sql`w.until IS NULL` : sql`w.since < ${end} AND (w.until IS NULL OR w.until >= ${end})`

/** The answers to the version of each row `w`, as `s`. */
export const withAnswers = (sql: Sql, end: End): Query =>
  end === null
    ? sql`LEFT JOIN read.question_statistics s ON s.question_id = w.question_id AND s.version = w.version`
    : sql`
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS answers, count(*) FILTER (WHERE a.is_correct)::int AS correct_answers
          FROM read.version_answers a WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end}) s`

/** All that the answers to the version of each row `w` tell, as `s`. */
export const withStatistics = (sql: Sql, end: End): Query =>
  end === null
    ? withAnswers(sql, end)
    : sql`
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS answers, count(*) FILTER (WHERE a.is_correct)::int AS correct_answers,
            coalesce(sum(a.time_seconds), 0)::int AS total_time_seconds, count(a.rest_score)::int AS rest_scores,
            count(a.rest_score) FILTER (WHERE a.is_correct)::int AS rest_scores_correct, coalesce(sum(a.rest_score), 0)::float8 AS rest_sum,
            coalesce(sum(a.rest_score) FILTER (WHERE a.is_correct), 0)::float8 AS rest_sum_correct,
            coalesce(sum(a.rest_score::float8 ^ 2), 0)::float8 AS rest_sum_of_squares
          FROM read.version_answers a WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end}) s
        CROSS JOIN LATERAL (
          SELECT coalesce(jsonb_object_agg(o.choice, o.answers), '{}') AS options FROM (
            SELECT c.choice, count(*)::int AS answers FROM read.version_answers a, jsonb_array_elements_text(a.chosen) c (choice)
            WHERE a.question_id = w.question_id AND a.version = w.version AND a.at < ${end} GROUP BY c.choice) o) chosen`

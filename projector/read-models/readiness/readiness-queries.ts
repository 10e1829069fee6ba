import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { type CommonShift, commonShiftFrom, type RealOutcome } from '@medicready/domain/readiness/common-shift'
import { BINS, type BinSums } from '@medicready/domain/readiness/published'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { latestCalibration } from '../exams/calibration-queries.ts'
import { itemCalibrations } from '../exams/item-calibrations.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { type Camel, defineQuery, type Joined } from '../query.ts'
import { userResponses } from '../study/user-responses.ts'
import { readiness } from './readiness.ts'

type User = RowOf<typeof users.tables.users>
type Learner = RowOf<typeof readiness.tables.readiness_learners>

export type ReadinessRow = Pick<User, 'time_zone' | 'former_time_zone' | 'time_zone_changed_at' | 'exam_date'> &
  Joined<Pick<Learner, 'blueprint' | 'sitting_id' | 'outcome'>> & {
    readonly sat_on: Learner['exam_date']
    readonly answers: number
  }

export const readinessRowOf = defineQuery(
  [readiness, users, userResponses],
  (sql, userId: string) => sql<ReadinessRow[]>`
    SELECT u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.exam_date,
      l.blueprint, l.sitting_id, l.exam_date AS sat_on, l.outcome, given.answers
    FROM read.users u LEFT JOIN read.readiness_learners l ON l.user_id = u.id
    CROSS JOIN LATERAL (SELECT count(*)::int AS answers FROM read.user_responses r WHERE r.user_id = u.id) given
    WHERE u.id = ${userId}`,
)

export const predictionSums = defineQuery(
  [readiness],
  (sql, of: 'practice_exam_predictions' | 'national_exam_predictions') => sql<BinSums[]>`
    SELECT bin, count(*)::int AS predictions, sum(happened)::int AS passed, sum(chance) AS chances,
      sum((chance - happened) * (chance - happened)) AS squares
    FROM (SELECT chance, least(floor(chance * ${BINS}), ${BINS - 1})::int AS bin, (outcome = 'passed')::int AS happened
      FROM ${sql(`read.${of}`)} WHERE outcome IN ('passed', 'failed')) AS told
    GROUP BY bin ORDER BY bin`,
)

export const predictionsAside = defineQuery(
  [readiness],
  (sql) => sql<{ readonly left: number; readonly notTaken: number }[]>`
    SELECT (SELECT count(*)::int FROM read.practice_exam_predictions WHERE outcome = 'left') AS left,
      (SELECT count(*)::int FROM read.national_exam_predictions WHERE outcome = 'not_taken') AS "notTaken"`,
)

interface Days {
  readonly from: CalendarDay
  readonly to: CalendarDay
}

export const outcomesToAsk = defineQuery(
  [readiness],
  (sql, { from, to }: Days) => sql<(Camel<typeof readiness.tables.readiness_learners, 'user_id'> & { readonly sittingId: string })[]>`
    SELECT user_id AS "userId", sitting_id AS "sittingId" FROM read.readiness_learners
    WHERE outcome IS NULL AND asked_at IS NULL AND exam_date BETWEEN ${from} AND ${to}
    ORDER BY user_id`,
)

export const usersWithExamBetween = defineQuery(
  [users],
  (sql, { from, to }: Days) => sql<Pick<User, 'id'>[]>`
    SELECT id FROM read.users WHERE exam_date BETWEEN ${from} AND ${to} ORDER BY id`,
)

/** Enough to know the shift to hundredths of a logit. */
const MOST_OUTCOMES = 1_000

export const knownShift = defineQuery([readiness, latestCalibration], async (sql): Promise<CommonShift> => {
  const [calibrated] = await latestCalibration(sql)
  // Abilities are on the scale of their day; calibrations have moved it since.
  const outcomes = await sql<(RealOutcome & { readonly told: number })[]>`
    SELECT p.blueprint, p.ability - coalesce(earlier.shift, 0) + ${calibrated?.shift ?? 0}::double precision AS ability,
      p.standard_error AS "standardError", p.outcome = 'passed' AS "hasPassed", (count(*) OVER ())::int AS told
    FROM read.national_exam_predictions p LEFT JOIN LATERAL (
      SELECT c.shift FROM read.calibrations c
      WHERE c.is_whole AND c.calibrated_on <= (p.predicted_at AT TIME ZONE 'UTC')::date ORDER BY c.calibrated_on DESC LIMIT 1
    ) AS earlier ON true
    WHERE p.outcome IN ('passed', 'failed') ORDER BY p.predicted_at DESC, p.sitting_id LIMIT ${MOST_OUTCOMES}`
  return commonShiftFrom({ calibratedBy: calibrated?.learners ?? 0, outcomes, told: outcomes[0]?.told ?? 0 })
})

/** A cache key. */
export const changesToShift = defineQuery([itemCalibrations, readiness], async (sql): Promise<number> => {
  const [row] = await sql<{ readonly changes: number }[]>`
    SELECT ((SELECT count(*) FROM read.calibrations WHERE is_whole)
      + (SELECT coalesce(sum(reports), 0) FROM read.national_exam_predictions WHERE reports > 0))::int AS changes`
  return row?.changes ?? 0
})

/** One text per user: several times faster than up to 20,000 rows. In a fixed order, to be reproducible. */
export const answersAsText = defineQuery(
  [userResponses, practiceExams],
  (sql, { userId, before }: { readonly userId: string; readonly before: string | null }) => sql<{ readonly answers: string | null }[]>`
    SELECT string_agg(question_id::text || answered_on || kind || question_version, ',') AS answers FROM (
      SELECT question_id, question_version, answered_on, answered_at,
        CASE WHEN NOT is_scored THEN 'p' WHEN answer IS NULL THEN 'o' WHEN is_correct THEN 'r' ELSE 'w' END AS kind
      FROM read.user_responses
      WHERE user_id = ${userId} AND (${before}::timestamptz IS NULL OR answered_at < ${before}::timestamptz)
      UNION ALL
      SELECT q.question_id, q.question_version, q.answered_at::date, q.answered_at, 'p'
      FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id AND q.is_pilot AND q.answered_at IS NOT NULL
      WHERE e.user_id = ${userId} AND e.is_completed AND e.pilots > 0
        AND (${before}::timestamptz IS NULL OR q.answered_at < ${before}::timestamptz)
      ORDER BY answered_at, question_id
    ) AS given`,
)

import type { CalendarDay } from '@medicready/domain/calendar'
import { BINS, type BinSums } from '@medicready/domain/readiness/published'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
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

/** What a user's readiness depends on besides what they answered. */
export const readinessRowOf = defineQuery(
  [readiness, users, userResponses],
  (sql, userId: string) => sql<ReadinessRow[]>`
    SELECT u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.exam_date,
      l.blueprint, l.sitting_id, l.exam_date AS sat_on, l.outcome, given.answers
    FROM read.users u LEFT JOIN read.readiness_learners l ON l.user_id = u.id
    CROSS JOIN LATERAL (SELECT count(*)::int AS answers FROM read.user_responses r WHERE r.user_id = u.id) given
    WHERE u.id = ${userId}`,
)

/** The predictions that came true or did not, summed up by their chance. */
export const predictionSums = defineQuery(
  [readiness],
  (sql, of: 'practice_exam_predictions' | 'national_exam_predictions') => sql<BinSums[]>`
    SELECT bin, count(*)::int AS predictions, sum(happened)::int AS passed, sum(chance) AS chances,
      sum((chance - happened) * (chance - happened)) AS squares
    FROM (SELECT chance, least(floor(chance * ${BINS}), ${BINS - 1})::int AS bin, (outcome = 'passed')::int AS happened
      FROM ${sql(`read.${of}`)} WHERE outcome IN ('passed', 'failed')) AS told
    GROUP BY bin ORDER BY bin`,
)

/** How many predictions count in no sum: of practice exams that were left, and of real ones that were not taken. */
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

/** Learners whose real exam was between two days, who have not said how it went, and were not asked. */
export const outcomesToAsk = defineQuery(
  [readiness],
  (sql, { from, to }: Days) => sql<(Camel<typeof readiness.tables.readiness_learners, 'user_id'> & { readonly sittingId: string })[]>`
    SELECT user_id AS "userId", sitting_id AS "sittingId" FROM read.readiness_learners
    WHERE outcome IS NULL AND asked_at IS NULL AND exam_date BETWEEN ${from} AND ${to}
    ORDER BY user_id`,
)

/** Users whose exam date is between two days, by ID. */
export const usersWithExamBetween = defineQuery(
  [users],
  (sql, { from, to }: Days) => sql<Pick<User, 'id'>[]>`
    SELECT id FROM read.users WHERE exam_date BETWEEN ${from} AND ${to} ORDER BY id`,
)

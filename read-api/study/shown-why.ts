import type { ShownWhy } from '@medicready/domain/contract/why'
import type { Why } from '@medicready/domain/study/why'
import type { Sql } from '@medicready/platform/postgres/connection'

interface Given {
  readonly questionId: string
  readonly why: Why | null
}

/** Why each of some questions was given. Where it has changed, the guideline says since when. */
export async function shownWhys(sql: Sql, given: readonly Given[]): Promise<(given: Given) => ShownWhy | null> {
  const changed = given.filter(({ why }) => why?.cause === 'changed').map(({ questionId }) => questionId)
  const rows =
    changed.length === 0
      ? []
      : await sql<{ question_id: string; year: number }[]>`
          SELECT question_id, (guideline->>'year')::int AS year FROM read.question_guidelines
          WHERE question_id = ANY(${changed}::uuid[]) AND changed_version IS NOT NULL`
  const years = new Map(rows.map(({ question_id, year }) => [question_id, year]))
  return ({ questionId, why }) => why && { ...why, changedIn: (why.cause === 'changed' && years.get(questionId)) || null }
}

/** Why a learner was given a question on the last day on which they were: as one of that day, or in a session. */
export async function latestWhy(sql: Sql, { userId, questionId }: { userId: string; questionId: string }): Promise<ShownWhy | null> {
  const [row] = await sql<{ why: Why | null }[]>`
    SELECT coalesce(
      (SELECT t.why FROM read.daily_questions t
        WHERE t.user_id = d.user_id AND t.assigned_date = d.last_delivered_on AND t.question_id = d.question_id),
      (SELECT nullif(question->'why', 'null') FROM read.study_sessions s CROSS JOIN jsonb_array_elements(s.questions) AS question
        WHERE s.user_id = d.user_id AND s.date = d.last_delivered_on AND s.started_at >= d.last_delivered_on::timestamptz - interval '1 day'
          AND question->>'questionId' = d.question_id::text ORDER BY s.started_at DESC LIMIT 1)) AS why
    FROM read.question_deliveries d WHERE d.user_id = ${userId} AND d.question_id = ${questionId}`
  const given = { questionId, why: row?.why ?? null }
  return (await shownWhys(sql, [given]))(given)
}

import type { ModuleName } from '@medicready/domain/study/modules'
import { type Candidate, type ModuleRecord, orderCandidates } from '@medicready/domain/study/selection'
import type { DeliveredQuestion } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'

/**
 * Orders the questions of some modules for a learner, best first. It reads the projections: they may be a moment behind, which makes the choice a little less
 * good and never wrong, because the study day decides what may be delivered.
 */
export async function chooseQuestions(
  sql: Sql,
  choice: { userId: string; modules: readonly ModuleName[]; seed: string },
): Promise<DeliveredQuestion[]> {
  const [candidates, records] = await Promise.all([
    sql<Candidate[]>`
      SELECT q.id AS "questionId", q.version AS "questionVersion", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
      FROM read.questions q
      LEFT JOIN read.question_deliveries d ON d.question_id = q.id AND d.user_id = ${choice.userId}
      WHERE q.is_active AND q.module = ANY(${choice.modules as string[]})`,
    sql<ModuleRecord[]>`
      SELECT module, total_questions AS "totalQuestions", correct_answers AS "correctAnswers"
      FROM read.user_progress WHERE user_id = ${choice.userId}`,
  ])
  return orderCandidates(candidates, records, choice.seed)
}

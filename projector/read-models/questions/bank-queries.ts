import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Item } from '@medicready/domain/questions/content/item'
import { HIGHEST_CHANCE, WITHDRAWAL_MIN_ANSWERS } from '@medicready/domain/questions/question'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import type { ShownRow } from './question-queries.ts'
import { questionStatistics } from './question-statistics.ts'
import { questions } from './questions.ts'

type QuestionTable = typeof questions.tables.questions
type Question = RowOf<QuestionTable>

export const activeQuestionsIn = defineQuery(
  [questions],
  (sql, module: ModuleName) => sql<{ readonly questions: number }[]>`
    SELECT count(*)::int AS questions FROM read.questions WHERE module = ${module} AND is_active`,
)

/** Including withdrawn ones; empty before the first projection. */
export const curatedQuestions = defineQuery([questions], async (sql): Promise<readonly Pick<Question, 'id'>[]> => {
  const [view] = await sql<{ readonly exists: boolean }[]>`SELECT to_regclass('read.questions') IS NOT NULL AS exists`
  if (!view?.exists) return []
  return sql<Pick<Question, 'id'>[]>`SELECT id FROM read.questions WHERE situation <> 'retired' AND source = 'curated'`
})

export const comparedQuestions = defineQuery(
  [questions],
  (sql) => sql<Camel<QuestionTable, 'id' | 'bank_id' | 'stem' | 'item' | 'scenario'>[]>`
    SELECT id, bank_id AS "bankId", stem, item, scenario FROM read.questions WHERE situation <> 'retired'`,
)

export const questionsEverAsked = defineQuery(
  [questions],
  (sql) => sql<(Pick<Question, 'module' | 'stem' | 'scenario' | 'item' | 'guideline'> & Pick<QuestionContent['tags'], 'subTopic'>)[]>`
    SELECT module, tags->>'subTopic' AS "subTopic", stem, scenario, item, guideline FROM read.questions ORDER BY created_at, id`,
)

interface Exported {
  readonly module?: ModuleName | undefined
  readonly kind?: Item['kind'] | undefined
}

export const exportedQuestions = defineQuery(
  [questions],
  (sql, { module, kind }: Exported) => sql<
    (Camel<QuestionTable, keyof ShownRow | 'guideline' | 'tags'> & { readonly identifier: string })[]
  >`
    SELECT coalesce(bank_id, 'question-' || id) AS identifier, module, stem, picture, scenario, item, explanation,
      explanation_picture AS "explanationPicture", clinical_pearl AS "clinicalPearl", "references", difficulty,
      blooms_level AS "bloomsLevel", guideline, tags
    FROM read.questions
    WHERE situation <> 'retired' AND (${module ?? null}::text IS NULL OR module = ${module ?? null})
      AND (${kind ?? null}::text IS NULL OR item ->> 'kind' = ${kind ?? null})
    ORDER BY bank_id NULLS LAST, id`,
)

export const questionsBelowChance = defineQuery(
  [questions, questionStatistics],
  (sql) => sql<Camel<typeof questionStatistics.tables.question_statistics, 'question_id' | 'version' | 'answers' | 'correct_answers'>[]>`
    SELECT s.question_id AS "questionId", s.version, s.answers, s.correct_answers AS "correctAnswers"
    FROM read.question_statistics s JOIN read.questions q ON q.id = s.question_id AND q.version = s.version
    WHERE q.is_active AND s.answers >= ${WITHDRAWAL_MIN_ANSWERS} AND s.correct_answers < s.answers * ${HIGHEST_CHANCE}::float8
    ORDER BY s.question_id`,
)

import type { Item } from '@medicready/domain/questions/content/item'
import type { PlaceInSet } from '@medicready/domain/questions/delivered-question'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { questions } from '../questions/questions.ts'

type QuestionRow = RowOf<typeof questions.tables.questions>

/** No row before the first question. */
export const catalogChanges = defineQuery(
  [questions],
  (sql) => sql<Pick<RowOf<typeof questions.tables.question_catalog>, 'changes'>[]>`SELECT changes FROM read.question_catalog`,
)

type Drawable = Pick<QuestionRow, 'module'> & {
  readonly questionId: QuestionRow['id']
  readonly questionVersion: QuestionRow['version']
  readonly set: PlaceInSet | null
}

const drawable = defineQuery(
  [questions],
  (sql) => sql`
    id AS "questionId", version AS "questionVersion", module,
    CASE WHEN scenario IS NOT NULL
      THEN jsonb_build_object('id', scenario->'set', 'part', scenario->'part', 'of', scenario->'of') END AS set`,
)

/** By ID: a stable order that reveals nothing. */
export const drawableQuestions = defineQuery(
  [drawable],
  (sql) => sql<Drawable[]>`SELECT ${drawable(sql)} FROM read.questions WHERE is_active ORDER BY id`,
)

export const quizQuestions = defineQuery(
  [drawable],
  (sql) => sql<
    (Drawable & Pick<QuestionRow, 'difficulty'> & Pick<QuestionRow['tags'], 'subTopic' | 'judgmentStep'> & Pick<Item, 'kind'>)[]
  >`
    SELECT ${drawable(sql)}, tags->>'subTopic' AS "subTopic", difficulty, item->>'kind' AS kind, tags->>'judgmentStep' AS "judgmentStep"
    FROM read.questions WHERE is_active ORDER BY id`,
)

import type { ShownVersion } from '@medicready/domain/contract/questions/answer-result'
import type { QuestionContent } from '@medicready/domain/questions/content'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { ShownRow } from '@medicready/projector/read-models/questions/question-queries'
import type { questions } from '@medicready/projector/read-models/questions/questions'

type QuestionRow = ShownRow & Pick<RowOf<typeof questions.tables.questions>, 'guideline' | 'tags'>

export const toShownContent = (row: ShownRow): ShownVersion['content'] => ({
  module: row.module,
  stem: row.stem,
  picture: row.picture,
  scenario: row.scenario,
  item: row.item,
  explanation: row.explanation,
  explanationPicture: row.explanation_picture,
  clinicalPearl: row.clinical_pearl,
  references: row.references,
  difficulty: row.difficulty,
  bloomsLevel: row.blooms_level,
})

export const toContent = (row: QuestionRow): QuestionContent => ({ ...toShownContent(row), guideline: row.guideline, tags: row.tags })

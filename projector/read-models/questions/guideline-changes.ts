import type { RecordedFact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { defineReadModel, type MutableRows, table, typed } from '../definition.ts'

const question_guidelines = table({
  key: ['question_id'],
  columns: {
    question_id: 'uuid',
    guideline: typed<QuestionContent['guideline']>('jsonb'),
    /** First version on this guideline; null if it was always so. */
    changed_version: 'integer?',
    changed_at: 'timestamptz?',
  },
  // Few changed, so the query starts with them.
  indexes: ['(question_id, changed_version) WHERE changed_version IS NOT NULL'],
})

function note({ data, metadata }: RecordedFact<'QuestionAdded' | 'QuestionRevised'>, rows: MutableRows<typeof question_guidelines>) {
  const { questionId: question_id, version, content } = data
  const { guideline } = content
  const known = rows.get({ question_id })
  if (known && known.guideline.name === guideline.name && known.guideline.year === guideline.year) return
  rows.set({
    question_id,
    guideline,
    changed_version: known && version,
    changed_at: known && metadata.occurredAt,
  })
}

/** Answers to earlier versions rest on outdated guidance. */
export const guidelineChanges = defineReadModel({
  name: 'questions/guideline-changes',
  version: 1,
  tables: { question_guidelines },
  on: {
    QuestionAdded: (fact, { question_guidelines }) => note(fact, question_guidelines),
    QuestionRevised: (fact, { question_guidelines }) => note(fact, question_guidelines),
  },
})

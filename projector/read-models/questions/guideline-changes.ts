import type { RecordedFact } from '@medicready/domain/events'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

type Guideline = QuestionContent['guideline']

const tables = {
  question_guidelines: table({
    key: ['question_id'],
    columns: {
      question_id: 'uuid',
      guideline: typed<Guideline>('jsonb'),
      /** First version after the latest change; null if there was none. */
      changed_version: 'integer?',
      changed_at: 'timestamptz?',
      /** The guideline with the year of the change. */
      changed_to: typed<Guideline>('jsonb?'),
    },
    // Few changed, so the query starts with them.
    indexes: ['(question_id, changed_version) WHERE changed_version IS NOT NULL'],
  }),
  /** Changes that learners are told about. */
  outdated_questions: table({
    key: ['question_id', 'change_id'],
    columns: {
      question_id: 'uuid',
      change_id: 'uuid',
      /** Teaches the old way, as do those before it. */
      version: 'integer',
      source: 'text',
      section: 'text?',
      year: 'integer',
      what: 'text',
      why: 'text',
      /** Until an educator decides. */
      is_open: 'boolean',
      outdated_at: 'timestamptz',
    },
    foundBy: ['question_id'],
    indexes: ['(change_id)'],
  }),
  dismissed_notices: table({
    key: ['user_id', 'change_id'],
    columns: { user_id: 'uuid', change_id: 'uuid' },
    foundBy: ['user_id'],
  }),
}

function note(
  { data, metadata }: RecordedFact<'QuestionAdded' | 'QuestionRevised'>,
  { question_guidelines, outdated_questions }: Rows<typeof tables>,
) {
  const { questionId: question_id, version, content } = data
  const { guideline } = content
  const known = question_guidelines.get({ question_id })
  const change = outdated_questions.where({ question_id }).find((row) => row.is_open)
  if (!change && known?.guideline.name === guideline.name && known.guideline.year === guideline.year) return
  question_guidelines.set({
    question_id,
    guideline,
    changed_version: known && version,
    changed_at: known && metadata.occurredAt,
    changed_to: known && { name: guideline.name, year: change?.year ?? guideline.year },
  })
}

function decide(question_id: string, { outdated_questions }: Rows<typeof tables>, keptVersion: number | null): void {
  for (const row of outdated_questions.where({ question_id })) {
    if (!row.is_open) continue
    if (row.version === keptVersion) outdated_questions.delete(row)
    else outdated_questions.set({ ...row, is_open: false })
  }
}

/** Answers to earlier versions rest on outdated guidance. */
export const guidelineChanges = defineReadModel({
  name: 'questions/guideline-changes',
  version: 2,
  tables,
  on: {
    QuestionAdded: note,
    QuestionRevised: note,
    QuestionOutdated: ({ data, metadata }, { outdated_questions }) => {
      const { questionId: question_id, changeId: change_id, version, source, section, year, what, why } = data
      if (outdated_questions.get({ question_id, change_id })) return
      const outdated_at = metadata.occurredAt
      outdated_questions.set({ question_id, change_id, version, source, section, year, what, why, is_open: true, outdated_at })
    },
    QuestionReviewResolved: ({ data: { questionId, version, decision } }, rows) =>
      decide(questionId, rows, decision === 'kept' ? version : null),
    QuestionRetired: ({ data: { questionId } }, rows) => decide(questionId, rows, null),
    GuidelineNoticeDismissed: ({ data: { userId: user_id, changeId: change_id } }, { dismissed_notices }) =>
      dismissed_notices.set({ user_id, change_id }),
    AccountErased: ({ data: { userId: user_id } }, { dismissed_notices }) => {
      for (const notice of dismissed_notices.where({ user_id })) dismissed_notices.delete(notice)
    },
  },
})

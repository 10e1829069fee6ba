import type { QuestionContent } from '@medicready/domain/questions/content'
import { defineProjection, type TableRows, table } from '../projection.ts'

const content = {
  module: 'text',
  question_type: 'text',
  stem: 'text',
  correct_answer: 'text',
  /** `[{ text, rationale }]` */
  distractors: 'jsonb',
  explanation: 'text',
  clinical_pearl: 'text',
  references: 'jsonb',
  difficulty: 'text',
  blooms_level: 'text',
  guideline: 'jsonb',
  tags: 'jsonb',
} as const

const contentColumns = (said: QuestionContent) => ({
  module: said.module,
  question_type: said.questionType,
  stem: said.stem,
  correct_answer: said.correctAnswer,
  distractors: said.distractors,
  explanation: said.explanation,
  clinical_pearl: said.clinicalPearl,
  references: said.references,
  difficulty: said.difficulty,
  blooms_level: said.bloomsLevel,
  guideline: said.guideline,
  tags: said.tags,
})

const question_catalog = table({ key: ['id'], columns: { id: 'integer', changes: 'integer' } })

const noteChange = (rows: TableRows<typeof question_catalog>) =>
  rows.update({ id: 1 }, (catalog) => ({ id: 1, changes: (catalog?.changes ?? 0) + 1 }))

const situated = (situation: 'active' | 'withdrawn' | 'retired') => ({ situation, is_active: situation === 'active' })

/** Every question as it stands, and every version of it: what a learner was given stays readable as it was. */
export const questions = defineProjection({
  name: 'questions/questions',
  version: 2,
  tables: {
    questions: table({
      key: ['id'],
      columns: {
        id: 'uuid',
        version: 'integer',
        ...content,
        source: 'text',
        bank_id: 'text?',
        /** `active`, `withdrawn` while a review is open, or `retired`. */
        situation: 'text',
        /** Whether it may be drawn. */
        is_active: 'boolean',
        /** On trial: it counts in no score yet. */
        is_pilot: 'boolean',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
      indexes: ['(module) WHERE is_active'],
    }),
    question_versions: table({
      key: ['question_id', 'version'],
      columns: { question_id: 'uuid', version: 'integer', ...content, created_at: 'timestamptz' },
    }),
    /** One row that counts the changes to what may be drawn, so that whoever remembers all of it knows when to look again. */
    question_catalog,
  },
  on: {
    QuestionAdded: ({ data, metadata }, { questions, question_versions, question_catalog }) => {
      noteChange(question_catalog)
      const said = contentColumns(data.content)
      question_versions.insert({ question_id: data.questionId, version: data.version, ...said, created_at: metadata.occurredAt })
      questions.insert({
        id: data.questionId,
        version: data.version,
        ...said,
        source: data.source,
        bank_id: data.bankId,
        ...situated('active'),
        is_pilot: data.source === 'ai',
        created_at: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      })
    },
    QuestionRevised: ({ data, metadata }, { questions, question_versions, question_catalog }) => {
      noteChange(question_catalog)
      const said = contentColumns(data.content)
      question_versions.insert({ question_id: data.questionId, version: data.version, ...said, created_at: metadata.occurredAt })
      questions.update(
        { id: data.questionId },
        (question) => question && { ...question, ...said, version: data.version, updated_at: metadata.occurredAt },
      )
    },
    QuestionPromoted: ({ data, metadata }, { questions }) =>
      questions.update(
        { id: data.questionId },
        (question) => question && { ...question, is_pilot: false, updated_at: metadata.occurredAt },
      ),
    QuestionRetired: ({ data, metadata }, { questions, question_catalog }) => {
      noteChange(question_catalog)
      questions.update(
        { id: data.questionId },
        (question) => question && { ...question, ...situated('retired'), updated_at: metadata.occurredAt },
      )
    },
    QuestionRestored: ({ data, metadata }, { questions, question_catalog }) => {
      noteChange(question_catalog)
      questions.update(
        { id: data.questionId },
        (question) => question && { ...question, ...situated('active'), updated_at: metadata.occurredAt },
      )
    },
    QuestionWithdrawn: ({ data, metadata }, { questions, question_catalog }) => {
      noteChange(question_catalog)
      questions.update(
        { id: data.questionId },
        (question) => question && { ...question, ...situated('withdrawn'), updated_at: metadata.occurredAt },
      )
    },
    QuestionReviewResolved: ({ data, metadata }, { questions, question_catalog }) => {
      noteChange(question_catalog)
      questions.update({ id: data.questionId }, (question) =>
        question === null || question.situation === 'retired'
          ? question
          : { ...question, ...situated('active'), updated_at: metadata.occurredAt },
      )
    },
  },
})

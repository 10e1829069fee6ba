import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { type QuestionContent, questionTypeOf, type ScenarioPart } from '@medicready/domain/questions/content/content'
import { correctAnswerOf, distractorsOf, type Item } from '@medicready/domain/questions/content/item'
import type { Picture } from '@medicready/domain/questions/content/picture'
import type { QuestionType } from '@medicready/domain/questions/shown/terms'
import { defineReadModel, type MutableRows, type RowOf, type Rows, rowFrom, table, typed, update } from '../definition.ts'

const shown = {
  module: typed<QuestionContent['module']>('text'),
  stem: 'text',
  picture: typed<Picture>('jsonb?'),
  scenario: typed<ScenarioPart>('jsonb?'),
  item: typed<Item>('jsonb'),
  explanation: 'text',
  explanation_picture: typed<Picture>('jsonb?'),
  clinical_pearl: 'text',
  references: typed<string[]>('jsonb'),
  difficulty: typed<QuestionContent['difficulty']>('text'),
  blooms_level: typed<QuestionContent['bloomsLevel']>('text'),
} as const

const filed = {
  guideline: typed<QuestionContent['guideline']>('jsonb'),
  tags: typed<QuestionContent['tags']>('jsonb'),
} as const

const content = {
  ...shown,
  question_type: typed<QuestionType>('text'),
  correct_answer: 'text',
  distractors: typed<string[]>('jsonb'),
  ...filed,
} as const

type Situation = 'active' | 'withdrawn' | 'retired'

const tables = {
  questions: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      version: 'integer',
      ...content,
      source: typed<FactOf<'QuestionAdded'>['data']['source']>('text'),
      bank_id: 'coded text?',
      /** `withdrawn` while a review is open. */
      situation: typed<Situation>('text'),
      is_active: 'boolean',
      is_pilot: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    // Few are not drawable; readers of large lists look for these.
    indexes: ['(module) WHERE is_active', '(id) WHERE NOT is_active'],
  }),
  question_versions: table({
    key: ['question_id', 'version'],
    columns: { question_id: 'uuid', version: 'integer', ...shown, ...filed, created_at: 'timestamptz' },
    appendOnly: true,
  }),
  /** Change counter for caches of drawable questions. */
  question_catalog: table({ key: ['id'], columns: { id: 'integer', changes: 'integer' } }),
}

type QuestionRow = RowOf<typeof tables.questions>
type QuestionFact = Recorded & { readonly data: { readonly questionId: string } }

const contentOf = (authored: QuestionContent) =>
  rowFrom({ key: [], columns: content }, authored, {
    question_type: questionTypeOf(authored),
    correct_answer: correctAnswerOf(authored.item),
    distractors: distractorsOf(authored.item).map(({ text }) => text),
  })

const change = (questions: MutableRows<typeof tables.questions>, { data, metadata }: QuestionFact, to: Partial<QuestionRow>): void =>
  update(questions, { id: data.questionId }, { ...to, updated_at: metadata.occurredAt })

function noteChange({ question_catalog }: Rows<typeof tables>): void {
  question_catalog.set({ id: 1, changes: (question_catalog.get({ id: 1 })?.changes ?? 0) + 1 })
}

const addVersion = ({ question_versions }: Rows<typeof tables>, { data, metadata }: RecordedFact<'QuestionAdded' | 'QuestionRevised'>) =>
  question_versions.set(
    rowFrom(tables.question_versions, data.content, {
      question_id: data.questionId,
      version: data.version,
      created_at: metadata.occurredAt,
    }),
  )

const situated = (situation: Situation) => ({ situation, is_active: situation === 'active' })

function situate(fact: QuestionFact, rows: Rows<typeof tables>, situation: Situation): void {
  noteChange(rows)
  change(rows.questions, fact, situated(situation))
}

/** Keeps every version, so that past questions stay readable. */
export const questions = defineReadModel({
  name: 'questions/questions',
  version: 7,
  tables,
  on: {
    QuestionAdded: (fact, rows) => {
      const { data, metadata } = fact
      noteChange(rows)
      addVersion(rows, fact)
      rows.questions.set({
        id: data.questionId,
        version: data.version,
        ...contentOf(data.content),
        source: data.source,
        bank_id: data.bankId,
        ...situated('active'),
        is_pilot: data.source !== 'curated',
        created_at: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      })
    },
    QuestionRevised: (fact, rows) => {
      noteChange(rows)
      addVersion(rows, fact)
      change(rows.questions, fact, { version: fact.data.version, ...contentOf(fact.data.content) })
    },
    QuestionPromoted: (fact, { questions }) => change(questions, fact, { is_pilot: false }),
    QuestionRetired: (fact, rows) => situate(fact, rows, 'retired'),
    QuestionRestored: (fact, rows) => situate(fact, rows, 'active'),
    QuestionWithdrawn: (fact, rows) => situate(fact, rows, 'withdrawn'),
    QuestionOutdated: (fact, rows) => {
      if (fact.data.isWithdrawn) situate(fact, rows, 'withdrawn')
    },
    QuestionReviewResolved: (fact, rows) => {
      noteChange(rows)
      if (rows.questions.get({ id: fact.data.questionId })?.situation !== 'retired') change(rows.questions, fact, situated('active'))
    },
  },
})

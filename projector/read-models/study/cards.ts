import type { RecordedFact } from '@medicready/domain/events'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { type Card, review } from '@medicready/domain/study/cards/card'
import { modelWith } from '@medicready/domain/study/cards/memory'
import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import type { Grade } from '@medicready/domain/study/grade'
import { defineReadModel, type RowOf, type Rows, table, typed } from '../definition.ts'

export interface ScheduledCard extends Card {
  readonly questionVersion: number
}

const tables = {
  /** Includes pilots except those of practice exams. Readers check drawability and the exam date. */
  spaced_repetition_cards: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      question_version: 'integer',
      module: typed<ModuleName>('text'),
      ease_factor: 'double precision',
      repetition_number: 'integer',
      interval_days: 'integer',
      stability: 'double precision',
      difficulty: 'double precision',
      lapses: 'integer',
      correct_streak: 'integer',
      total_reviews: 'integer',
      total_correct: 'integer',
      next_review_date: 'date',
      last_review_date: 'date',
      last_review_id: 'uuid',
      /** For undo; null for a first answer or after an undo. */
      before: typed<ScheduledCard | null>('jsonb?'),
      is_active: 'boolean',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    indexes: ['(user_id, next_review_date) WHERE is_active'],
  }),
  spaced_repetition_reviews: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      user_id: 'uuid',
      question_id: 'uuid',
      was_correct: 'boolean',
      is_scored: 'boolean',
      response_time: 'integer',
      /** 1 to 5, inverse of the confidence; 3 if not asked. */
      difficulty: 'integer',
      ease_factor: 'double precision',
      interval_days: 'integer',
      repetition_number: 'integer',
      grade: typed<Grade>('text'),
      elapsed_days: 'integer?',
      recall: 'double precision?',
      was_due: 'boolean',
      reviewed_on: 'date',
      reviewed_at: 'timestamptz',
    },
    indexes: ['(user_id, reviewed_at)'],
    appendOnly: true,
  }),
  spaced_repetition_days: table({
    key: ['user_id', 'due_on'],
    columns: { user_id: 'uuid', due_on: 'date', due: 'integer' },
    private: true,
  }),
  /** Only where they fit better than the defaults. */
  spaced_repetition_parameters: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', parameters: typed<readonly number[]>('coded jsonb') },
  }),
  spaced_repetition_retention: table({
    key: ['user_id', 'module'],
    columns: { user_id: 'uuid', module: typed<ModuleName>('text'), reviews: 'integer', correct: 'integer' },
  }),
  spaced_repetition_decisions: table({
    key: ['user_id', 'question_id'],
    columns: { user_id: 'uuid', question_id: 'uuid' },
  }),
}

type CardRow = RowOf<typeof tables.spaced_repetition_cards>
type AllRows = Rows<typeof tables>

const scheduledOf = (row: CardRow): ScheduledCard => ({
  questionVersion: row.question_version,
  easeFactor: row.ease_factor,
  repetitionNumber: row.repetition_number,
  intervalDays: row.interval_days,
  stability: row.stability,
  difficulty: row.difficulty,
  lapses: row.lapses,
  correctStreak: row.correct_streak,
  totalReviews: row.total_reviews,
  totalCorrect: row.total_correct,
  nextReviewDate: row.next_review_date,
  lastReviewDate: row.last_review_date,
})

type Placed = Pick<CardRow, 'user_id' | 'question_id' | 'module' | 'last_review_id' | 'before' | 'is_active' | 'created_at' | 'updated_at'>

/** No object spread: runs for every answer. */
const rowOf = (placed: Placed, card: Card, question_version: number): CardRow => ({
  user_id: placed.user_id,
  question_id: placed.question_id,
  question_version,
  module: placed.module,
  ease_factor: card.easeFactor,
  repetition_number: card.repetitionNumber,
  interval_days: card.intervalDays,
  stability: card.stability,
  difficulty: card.difficulty,
  lapses: card.lapses,
  correct_streak: card.correctStreak,
  total_reviews: card.totalReviews,
  total_correct: card.totalCorrect,
  next_review_date: card.nextReviewDate,
  last_review_date: card.lastReviewDate,
  last_review_id: placed.last_review_id,
  before: placed.before,
  is_active: placed.is_active,
  created_at: placed.created_at,
  updated_at: placed.updated_at,
})

const dueCount = ({ spaced_repetition_days }: AllRows, user_id: string, due_on: string): number =>
  spaced_repetition_days.get({ user_id, due_on })?.due ?? 0

function count(rows: AllRows, { user_id, is_active, next_review_date: due_on }: CardRow, by: 1 | -1): void {
  if (!is_active) return
  const due = dueCount(rows, user_id, due_on) + by
  if (due > 0) rows.spaced_repetition_days.set({ user_id, due_on, due })
  else rows.spaced_repetition_days.delete({ user_id, due_on })
}

function put(rows: AllRows, row: CardRow): void {
  count(rows, row, 1)
  rows.spaced_repetition_cards.set(row)
}

function change(
  { data, metadata }: RecordedFact<'CardSuspended' | 'CardBroughtBack' | 'CardReviewUndone'>,
  rows: AllRows,
  changed: (row: CardRow) => CardRow | null,
): void {
  const key = { user_id: data.userId, question_id: data.questionId }
  rows.spaced_repetition_decisions.set(key)
  const row = rows.spaced_repetition_cards.get(key)
  const after = row && changed(row)
  if (!row || !after) return
  count(rows, row, -1)
  put(rows, { ...after, updated_at: metadata.occurredAt })
}

function reviewBy({ id, data, metadata }: AnswerFact, rows: AllRows): void {
  const { userId, questionId, questionVersion, module, date, isCorrect, isScored, timeSpentSeconds, confidence } = data
  const row = rows.spaced_repetition_cards.get({ user_id: userId, question_id: questionId })
  if (row) count(rows, row, -1)
  const before = row && scheduledOf(row)
  const model = modelWith(rows.spaced_repetition_parameters.get({ user_id: userId })?.parameters ?? null)
  const reviewed = review(before, data, (day) => dueCount(rows, userId, day), model)
  const placed: Placed = {
    user_id: userId,
    question_id: questionId,
    module,
    last_review_id: id,
    before,
    is_active: row?.is_active ?? true,
    created_at: row?.created_at ?? metadata.occurredAt,
    updated_at: metadata.occurredAt,
  }
  put(rows, rowOf(placed, reviewed.card, questionVersion))
  rows.spaced_repetition_reviews.set({
    id,
    user_id: userId,
    question_id: questionId,
    was_correct: isCorrect,
    is_scored: isScored,
    response_time: timeSpentSeconds,
    difficulty: confidence === null ? 3 : 6 - confidence,
    ease_factor: reviewed.card.easeFactor,
    interval_days: reviewed.card.intervalDays,
    repetition_number: reviewed.card.repetitionNumber,
    grade: reviewed.grade,
    elapsed_days: reviewed.elapsedDays,
    recall: reviewed.recall,
    was_due: reviewed.wasDue,
    reviewed_on: date,
    reviewed_at: metadata.occurredAt,
  })
  if (!reviewed.wasDue || !isScored) return
  const retained = rows.spaced_repetition_retention.get({ user_id: userId, module })
  rows.spaced_repetition_retention.set({
    user_id: userId,
    module,
    reviews: (retained?.reviews ?? 0) + 1,
    correct: (retained?.correct ?? 0) + (isCorrect ? 1 : 0),
  })
}

export const cards = defineReadModel({
  name: 'study/cards',
  version: 4,
  tables,
  on: {
    AnswerSubmitted: reviewBy,
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) reviewBy(answer, rows)
    },
    SchedulerFitted: ({ data }, { spaced_repetition_parameters }) => {
      if (data.isKept) spaced_repetition_parameters.set({ user_id: data.userId, parameters: data.parameters })
    },
    CardSuspended: (fact, rows) => change(fact, rows, (row) => ({ ...row, is_active: false })),
    CardBroughtBack: (fact, rows) => change(fact, rows, (row) => ({ ...row, is_active: true })),
    CardReviewUndone: (fact, rows) =>
      change(fact, rows, (row) =>
        row.before && row.last_review_id === fact.data.reviewId
          ? rowOf({ ...row, before: null }, row.before, row.before.questionVersion)
          : null,
      ),
  },
})

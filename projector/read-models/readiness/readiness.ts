import { blueprints, type MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import { isPassing } from '@medicready/domain/exams/shown/score'
import type { ReportedOutcome } from '@medicready/domain/readiness/shown/rules'
import { defineReadModel, type MutableRows, newRow, type RowOf, rowFrom, table, typed, update } from '../definition.ts'

const predicted = {
  user_id: 'uuid',
  blueprint: typed<MockBlueprint>('text'),
  method: 'integer',
  chance: 'double precision',
  low: 'double precision',
  high: 'double precision',
  ability: 'double precision',
  standard_error: 'double precision',
  scored_answers: 'integer',
  predicted_at: 'timestamptz',
} as const

type Happened = 'passed' | 'failed' | 'left'

const tables = {
  readiness_learners: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      blueprint: typed<MockBlueprint>('text?'),
      sitting_id: 'uuid?',
      exam_date: 'date?',
      asked_at: 'timestamptz?',
      outcome: typed<ReportedOutcome>('text?'),
    },
    indexes: ['(exam_date) WHERE outcome IS NULL AND asked_at IS NULL'],
  }),
  practice_exam_predictions: table({
    key: ['exam_id'],
    columns: {
      exam_id: 'uuid',
      ...predicted,
      /** `left`: ended before its minimum length, which says nothing. */
      outcome: typed<Happened>('text?'),
    },
  }),
  national_exam_predictions: table({
    key: ['sitting_id'],
    columns: {
      sitting_id: 'uuid',
      ...predicted,
      outcome: typed<ReportedOutcome>('text?'),
      /** Lets caches notice a changed outcome. */
      reports: 'integer',
    },
    indexes: ['(predicted_at DESC) WHERE reports > 0'],
  }),
}

type Learners = MutableRows<typeof tables.readiness_learners>
const learnerOf = (user_id: string, learners: Learners): RowOf<typeof tables.readiness_learners> =>
  learners.get({ user_id }) ?? newRow(tables.readiness_learners, { user_id })

export const readiness = defineReadModel({
  name: 'readiness/readiness',
  version: 3,
  tables,
  on: {
    ExamProfileChosen: ({ data }, { readiness_learners }) =>
      readiness_learners.set({ ...learnerOf(data.userId, readiness_learners), blueprint: data.blueprint }),
    PassPredicted: ({ data, metadata }, rows) => {
      const { of, on, userId: user_id } = data
      const predicted_at = metadata.occurredAt
      if (of.kind === 'practice_exam')
        return rows.practice_exam_predictions.set(rowFrom(tables.practice_exam_predictions, data, { exam_id: of.examId, predicted_at }))
      const { sittingId: sitting_id } = of
      rows.national_exam_predictions.set(rowFrom(tables.national_exam_predictions, data, { sitting_id, predicted_at, reports: 0 }))
      const learner = learnerOf(user_id, rows.readiness_learners)
      rows.readiness_learners.set({ ...learner, sitting_id, exam_date: on, asked_at: null, outcome: null })
    },
    // No row if it ended before the prediction; such predictions count nowhere.
    ExamCompleted: ({ data }, { practice_exam_predictions }) =>
      update(practice_exam_predictions, { exam_id: data.examId }, ({ blueprint }): { outcome: Happened } => {
        const wasLeft = data.answered < blueprints[blueprint].minItems
        return wasLeft ? { outcome: 'left' } : { outcome: isPassing(data.score) ? 'passed' : 'failed' }
      }),
    ExamGivenUp: ({ data }, { practice_exam_predictions }) =>
      update(practice_exam_predictions, { exam_id: data.examId }, { outcome: 'left' }),
    ExamOutcomeAsked: ({ data, metadata }, { readiness_learners }) => {
      const learner = readiness_learners.get({ user_id: data.userId })
      if (learner?.sitting_id === data.sittingId) readiness_learners.set({ ...learner, asked_at: metadata.occurredAt })
    },
    ExamOutcomeReported: ({ data: { userId, sittingId, outcome } }, { readiness_learners, national_exam_predictions }) => {
      update(national_exam_predictions, { sitting_id: sittingId }, ({ reports }) => ({ outcome, reports: reports + 1 }))
      const learner = readiness_learners.get({ user_id: userId })
      if (learner?.sitting_id === sittingId) readiness_learners.set({ ...learner, outcome })
    },
    // Predictions stay without the person; the exam date is personal and goes.
    AccountErased: ({ data }, { readiness_learners }) => readiness_learners.delete({ user_id: data.userId }),
  },
})

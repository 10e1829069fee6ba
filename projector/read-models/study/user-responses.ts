import type { ItemAnswer } from '@medicready/domain/questions/content/item'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import type { studyModes } from '@medicready/domain/study/shown/modes'
import { defineReadModel, type RowOf, table, typed } from '../definition.ts'

const user_responses = table({
  key: ['id'],
  columns: {
    /** The event's id; for exams, an id of the answer. */
    id: 'uuid',
    user_id: 'uuid',
    question_id: 'uuid',
    question_version: 'integer',
    module: typed<ModuleName>('text'),
    mode: typed<(typeof studyModes)[number]>('text?'),
    study_session_id: 'uuid?',
    exam_id: 'uuid?',
    answer: typed<ItemAnswer>('jsonb?'),
    is_correct: 'boolean',
    is_scored: 'boolean',
    time_spent_seconds: 'integer',
    flagged_for_review: 'boolean',
    confidence: 'integer?',
    answered_on: 'date',
    answered_at: 'timestamptz',
  },
  // The second serves drill-down by day.
  indexes: ['(user_id, answered_at)', '(answered_at, id)'],
  appendOnly: true,
})

/** No object spread: runs for every answer. */
const rowOf = ({ id, data, metadata }: AnswerFact, exam_id: string | null): RowOf<typeof user_responses> => ({
  id,
  user_id: data.userId,
  question_id: data.questionId,
  question_version: data.questionVersion,
  module: data.module,
  mode: data.mode,
  study_session_id: data.studySessionId,
  exam_id,
  answer: data.answer,
  is_correct: data.isCorrect,
  is_scored: data.isScored,
  time_spent_seconds: data.timeSpentSeconds,
  flagged_for_review: data.flaggedForReview,
  confidence: data.confidence,
  answered_on: data.date,
  answered_at: metadata.occurredAt,
})

export const userResponses = defineReadModel({
  name: 'study/user-responses',
  version: 4,
  tables: { user_responses },
  on: {
    AnswerSubmitted: (fact, { user_responses }) => user_responses.set(rowOf(fact, null)),
    ExamCompleted: ({ data }, { user_responses }) => {
      for (const answer of countedAnswers(data)) user_responses.set(rowOf(answer, data.examId))
    },
  },
})

import { countedAnswers, type GivenAnswer } from '@medicready/domain/exams/given-answers'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { studyModes } from '@medicready/domain/study/study-day'
import { defineReadModel, type RowOf, table, typed } from '../definition.ts'

const user_responses = table({
  key: ['id'],
  columns: {
    /** The id of the event; in an exam, of an answer of its own. */
    id: 'uuid',
    user_id: 'uuid',
    question_id: 'uuid',
    question_version: 'integer',
    module: typed<ModuleName>('text'),
    mode: typed<(typeof studyModes)[number]>('text?'),
    study_session_id: 'uuid?',
    exam_id: 'uuid?',
    /** Null where time ran out before anything was chosen. */
    answer: typed<ItemAnswer>('jsonb?'),
    is_correct: 'boolean',
    /** Whether it counts as right or wrong: all but answers to pilots. */
    is_scored: 'boolean',
    time_spent_seconds: 'integer',
    flagged_for_review: 'boolean',
    confidence: 'integer?',
    /** On the account's own calendar. */
    answered_on: 'date',
    answered_at: 'timestamptz',
  },
  // The second is for who asks which answers stand behind a number of a day.
  indexes: ['(user_id, answered_at)', '(answered_at, id)'],
  appendOnly: true,
})

/** Spelled out: one is made for each answer there is. */
const rowOf = ({ id, data, metadata }: GivenAnswer, exam_id: string | null): RowOf<typeof user_responses> => ({
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

/** Every answer that counted; those of a practice exam are there once it has ended. */
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

import type { ItemAnswer } from '@medicready/domain/questions/item'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { studyModes } from '@medicready/domain/study/study-day'
import { defineReadModel, table, typed } from '../definition.ts'

/** Every answer that counted. */
export const userResponses = defineReadModel({
  name: 'study/user-responses',
  version: 2,
  tables: {
    user_responses: table({
      key: ['id'],
      columns: {
        /** The id of the event. */
        id: 'uuid',
        user_id: 'uuid',
        question_id: 'uuid',
        question_version: 'integer',
        module: typed<ModuleName>('text'),
        mode: typed<(typeof studyModes)[number]>('text?'),
        study_session_id: 'uuid?',
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
      indexes: ['(user_id, answered_at)'],
      appendOnly: true,
    }),
  },
  on: {
    AnswerSubmitted: ({ id, data, metadata }, { user_responses }) =>
      user_responses.set({
        id,
        user_id: data.userId,
        question_id: data.questionId,
        question_version: data.questionVersion,
        module: data.module,
        mode: data.mode,
        study_session_id: data.studySessionId,
        answer: data.answer,
        is_correct: data.isCorrect,
        is_scored: data.isScored,
        time_spent_seconds: data.timeSpentSeconds,
        flagged_for_review: data.flaggedForReview,
        confidence: data.confidence,
        answered_on: data.date,
        answered_at: metadata.occurredAt,
      }),
  },
})

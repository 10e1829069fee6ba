import { defineProjection, table } from '../projection.ts'

/** Every answer that counted. */
export const userResponses = defineProjection({
  name: 'study/user-responses',
  version: 1,
  tables: {
    user_responses: table({
      key: ['id'],
      columns: {
        /** The id of the event. */
        id: 'uuid',
        user_id: 'uuid',
        question_id: 'uuid',
        question_version: 'integer',
        module: 'text',
        study_session_id: 'uuid?',
        selected_answer: 'text',
        is_correct: 'boolean',
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
      user_responses.insert({
        id,
        user_id: data.userId,
        question_id: data.questionId,
        question_version: data.questionVersion,
        module: data.module,
        study_session_id: data.studySessionId,
        selected_answer: data.selectedAnswer,
        is_correct: data.isCorrect,
        time_spent_seconds: data.timeSpentSeconds,
        flagged_for_review: data.flaggedForReview,
        confidence: data.confidence,
        answered_on: data.date,
        answered_at: metadata.occurredAt,
      }),
  },
})

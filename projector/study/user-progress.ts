import { defineProjection, table } from '../projection.ts'

/** How far each learner has come in each module. */
export const userProgress = defineProjection({
  name: 'study/user-progress',
  version: 1,
  tables: {
    user_progress: table({
      key: ['user_id', 'module'],
      columns: {
        user_id: 'uuid',
        module: 'text',
        /** Questions answered. */
        total_questions: 'integer',
        correct_answers: 'integer',
        last_studied: 'timestamptz',
        updated_at: 'timestamptz',
      },
    }),
  },
  on: {
    AnswerSubmitted: ({ data, metadata }, { user_progress }) =>
      user_progress.update({ user_id: data.userId, module: data.module }, (progress) => ({
        user_id: data.userId,
        module: data.module,
        total_questions: (progress?.total_questions ?? 0) + 1,
        correct_answers: (progress?.correct_answers ?? 0) + (data.isCorrect ? 1 : 0),
        last_studied: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      })),
  },
})

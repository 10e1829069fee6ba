import type { ModuleName } from '@medicready/domain/study/modules'
import { defineReadModel, table, typed } from '../definition.ts'

/** How far each learner has come in each module. */
export const userProgress = defineReadModel({
  name: 'study/user-progress',
  version: 3,
  tables: {
    user_progress: table({
      key: ['user_id', 'module'],
      columns: {
        user_id: 'uuid',
        module: typed<ModuleName>('text'),
        /** Questions answered. */
        total_questions: 'integer',
        /** Of these, the ones that counted as right or wrong: all but those to pilots. */
        scored_answers: 'integer',
        correct_answers: 'integer',
        last_studied: 'timestamptz',
        updated_at: 'timestamptz',
      },
    }),
  },
  on: {
    AnswerSubmitted: ({ data, metadata }, { user_progress }) => {
      const progress = user_progress.get({ user_id: data.userId, module: data.module })
      user_progress.set({
        user_id: data.userId,
        module: data.module,
        total_questions: (progress?.total_questions ?? 0) + 1,
        scored_answers: (progress?.scored_answers ?? 0) + (data.isScored ? 1 : 0),
        correct_answers: (progress?.correct_answers ?? 0) + (data.isScored && data.isCorrect ? 1 : 0),
        last_studied: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      })
    },
  },
})

import { defineProjection, table } from '../projection.ts'
import { noteAdded, notePromoted, pilotTable, scoredNow } from '../questions/pilots.ts'

/** How far each learner has come in each module. */
export const userProgress = defineProjection({
  name: 'study/user-progress',
  version: 2,
  tables: {
    user_progress: table({
      key: ['user_id', 'module'],
      columns: {
        user_id: 'uuid',
        module: 'text',
        /** Questions answered. */
        total_questions: 'integer',
        /** Of these, the ones that counted as right or wrong: all but those to pilots. */
        scored_answers: 'integer',
        correct_answers: 'integer',
        last_studied: 'timestamptz',
        updated_at: 'timestamptz',
      },
    }),
    user_progress_pilots: pilotTable,
  },
  on: {
    QuestionAdded: ({ data }, rows) => noteAdded(rows.user_progress_pilots, data),
    QuestionPromoted: ({ data }, rows) => notePromoted(rows.user_progress_pilots, data),
    AnswerSubmitted: ({ data, metadata }, rows) => {
      const scored = scoredNow(rows.user_progress_pilots, data.questionId)
      rows.user_progress.update({ user_id: data.userId, module: data.module }, (progress) => ({
        user_id: data.userId,
        module: data.module,
        total_questions: (progress?.total_questions ?? 0) + 1,
        scored_answers: (progress?.scored_answers ?? 0) + scored,
        correct_answers: (progress?.correct_answers ?? 0) + (data.isCorrect ? scored : 0),
        last_studied: metadata.occurredAt,
        updated_at: metadata.occurredAt,
      }))
    },
  },
})

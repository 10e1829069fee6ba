import { noStreak, type StudyStreak, studiedOn } from '@medicready/domain/study/streak'
import { defineReadModel, type RowOf, table } from '../definition.ts'

const study_streaks = table({
  key: ['user_id'],
  columns: {
    user_id: 'uuid',
    /** Days in a row up to `last_study_date`; 0 once the nightly job has found it broken. */
    current_streak: 'integer',
    longest_streak: 'integer',
    last_study_date: 'date?',
    updated_at: 'timestamptz',
  },
  indexes: ['(last_study_date) WHERE current_streak > 0'],
})

const streakOf = (row: RowOf<typeof study_streaks> | null): StudyStreak =>
  row ? { currentStreak: row.current_streak, longestStreak: row.longest_streak, lastStudyDate: row.last_study_date } : noStreak

/** Days in a row on which each learner answered at least one question. */
export const studyStreaks = defineReadModel({
  name: 'study/study-streaks',
  version: 1,
  tables: { study_streaks },
  on: {
    AnswerSubmitted: ({ data, metadata }, { study_streaks }) => {
      const before = streakOf(study_streaks.get({ user_id: data.userId }))
      const after = studiedOn(before, data.date)
      if (after === before) return
      study_streaks.set({
        user_id: data.userId,
        current_streak: after.currentStreak,
        longest_streak: after.longestStreak,
        last_study_date: after.lastStudyDate,
        updated_at: metadata.occurredAt,
      })
    },
    StreakBroken: ({ data, metadata }, { study_streaks }) => {
      const row = study_streaks.get({ user_id: data.userId })
      if (row?.last_study_date && row.last_study_date < data.date)
        study_streaks.set({ ...row, current_streak: 0, updated_at: metadata.occurredAt })
    },
  },
})

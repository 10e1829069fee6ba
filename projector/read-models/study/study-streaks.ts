import type { RecordedFact } from '@medicready/domain/events'
import { brokenOn, freezesBy, frozenOn, noStreak, type StudyStreak, studiedOn } from '@medicready/domain/study/streak'
import { defineReadModel, type RowOf, type Rows, table, typed } from '../definition.ts'

/** Separate tables: a day may both cost a freeze (missed) and earn one (late answer). */
const freezes = () =>
  table({
    key: ['user_id', 'date'],
    columns: { user_id: 'uuid', date: 'date', days: 'integer', is_recorded: 'boolean' },
  })

const tables = {
  study_streaks: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      /** Up to `last_study_date`; 0 once recorded as broken. */
      current_streak: 'integer',
      longest_streak: 'integer',
      last_study_date: 'date?',
      freezes: 'integer',
      frozen_on: 'date?',
      /** Recent days that may still get late answers. */
      open_days: typed<StudyStreak['open']>('coded jsonb'),
      updated_at: 'timestamptz',
    },
    indexes: ['(last_study_date) WHERE current_streak > 0'],
  }),
  /** The worker records these as facts. */
  earned_freezes: freezes(),
  spent_freezes: freezes(),
}

const streakOf = (row: RowOf<typeof tables.study_streaks> | null): StudyStreak =>
  row
    ? {
        currentStreak: row.current_streak,
        longestStreak: row.longest_streak,
        lastStudyDate: row.last_study_date,
        freezes: row.freezes,
        frozenOn: row.frozen_on,
        open: row.open_days,
      }
    : noStreak

function change(
  user_id: string,
  { study_streaks }: Rows<typeof tables>,
  updated_at: string,
  next: (streak: StudyStreak) => StudyStreak,
): StudyStreak {
  const before = streakOf(study_streaks.get({ user_id }))
  const after = next(before)
  if (after !== before)
    study_streaks.set({
      user_id,
      current_streak: after.currentStreak,
      longest_streak: after.longestStreak,
      last_study_date: after.lastStudyDate,
      freezes: after.freezes,
      frozen_on: after.frozenOn,
      open_days: after.open,
      updated_at,
    })
  return before
}

function study({ data, metadata }: RecordedFact<'AnswerSubmitted' | 'ExamAnswered'>, rows: Rows<typeof tables>): void {
  const { userId: user_id, date } = data
  const before = change(user_id, rows, metadata.occurredAt, (streak) => studiedOn(streak, date))
  const { changes, withdrawn } = freezesBy(before, date)
  const of = { earned: rows.earned_freezes, spent: rows.spent_freezes }
  for (const { kind, date, days } of changes)
    if (!of[kind].get({ user_id, date })?.is_recorded) of[kind].set({ user_id, date, days, is_recorded: false })
  for (const date of withdrawn) if (!of.spent.get({ user_id, date })?.is_recorded) of.spent.delete({ user_id, date })
}

/** Practice exam answers extend a streak at once: studying reveals no results. */
export const studyStreaks = defineReadModel({
  name: 'study/study-streaks',
  version: 6,
  tables,
  on: {
    AnswerSubmitted: study,
    ExamAnswered: study,
    StreakBroken: ({ data, metadata }, rows) => {
      change(data.userId, rows, metadata.occurredAt, (streak) => brokenOn(streak, data.date))
    },
    StreakFreezeEarned: ({ data: { userId: user_id, date, days } }, { earned_freezes }) =>
      earned_freezes.set({ user_id, date, days, is_recorded: true }),
    StreakFreezeSpent: ({ data: { userId: user_id, date, days }, metadata }, rows) => {
      change(user_id, rows, metadata.occurredAt, (streak) => frozenOn(streak, date))
      rows.spent_freezes.set({ user_id, date, days, is_recorded: true })
    },
  },
})

import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { type Rows, table, typed } from '../definition.ts'

/** Before every day: the rows of who has none sort last. */
export const BEFORE_ALL_DAYS = '0001-01-01'

export const learningTables = {
  /** Figures of every account without personal data: they stay when the person is erased. */
  students: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      joined_at: 'timestamptz',
      role: typed<UserRole>('text'),
      subscription_tier: typed<Tier>('text'),
      email_verified: 'boolean',
      is_erased: 'boolean',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      /** Right among the scored, 0 to 100; null while there is none. */
      accuracy: 'double precision?',
      /** Questions answered right at least once. */
      right_questions: 'integer',
      /** Tutoring sessions held. */
      sessions: 'integer',
      /** UTC, as all days here. */
      last_active_on: 'date?',
      first_answered_at: 'timestamptz?',
    },
    indexes: [
      '(joined_at, user_id)',
      `((coalesce(last_active_on, DATE '${BEFORE_ALL_DAYS}')), user_id)`,
      '((coalesce(accuracy, -1)), user_id)',
      '(right_questions, user_id)',
      '(sessions, user_id)',
      '(first_answered_at, user_id) WHERE first_answered_at IS NOT NULL',
      // Who is no student is one of a few.
      "(role) WHERE role <> 'student'",
    ],
  }),
  /** Who they are. Rows change seldom, so that the index over parts of names does. */
  student_people: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      /** Empty once the person was erased, as what follows. */
      name: 'text',
      email: 'text',
      phone: 'text?',
      /** Both in small letters, a line each. */
      search: 'text',
    },
    indexes: ['(search, user_id)', 'USING gin (search public.gin_trgm_ops)'],
  }),
  /** Which tier a person had, and since when. */
  student_tiers: table({
    key: ['user_id', 'since'],
    columns: { user_id: 'uuid', since: 'timestamptz', tier: typed<Tier>('text') },
  }),
  /** The days on which students answered. */
  student_days: table({
    key: ['user_id', 'day'],
    columns: {
      user_id: 'uuid',
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      /** Questions that were answered right for the first time. */
      newly_right: 'integer',
      /** The next day with answers; null on the last. */
      next_on: 'date?',
    },
    indexes: ['(day, user_id)'],
  }),
  /** All students together, by the day. */
  learning_days: table({
    key: ['day'],
    columns: {
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      /** Students who answered on it, and of them those who had not in its week, nor in its month, before. */
      active: 'integer',
      first_in_week: 'integer',
      first_in_month: 'integer',
      /** Students who answered for the first time ever. */
      first_ever: 'integer',
      /** By how much the count of those who answered in the last 14 days changes. */
      active_change: 'integer',
    },
  }),
  /** Students by the month of their registration, on the days on which they first answered in a month. */
  learning_cohorts: table({
    key: ['cohort', 'day'],
    columns: { /** `YYYY-MM` */ cohort: 'text', day: 'date', active: 'integer' },
  }),
  /** How many registered in a month, by the day. */
  cohort_sizes: table({ key: ['cohort', 'day'], columns: { cohort: 'text', day: 'date', registered: 'integer' } }),
  /** Which questions a person answered correctly, as a set of their numbers. */
  student_right_questions: table({ key: ['user_id'], columns: { user_id: 'uuid', numbers: 'text' }, private: true }),
  /** Questions, numbered as they came; the row of no question holds how many there are. */
  numbered_questions: table({ key: ['question_id'], columns: { question_id: 'uuid', number: 'integer' }, private: true }),
}

export type LearningRows = Rows<typeof learningTables>

import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import { type Rows, table, typed } from '../definition.ts'

/** Sorts rows without a day last. */
export const BEFORE_ALL_DAYS = '0001-01-01'

export const learningTables = {
  /** No personal data: rows stay after erasure. */
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
      /** 0 to 100; null without scored answers. */
      accuracy: 'double precision?',
      right_questions: 'integer',
      sessions: 'integer',
      /** UTC, like all days here. */
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
      // Non-students are few.
      "(role) WHERE role <> 'student'",
    ],
  }),
  /** Kept apart because its trigram index is costly to update. */
  student_people: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      name: 'text',
      email: 'text',
      phone: 'text?',
      /** Lowercase, one line each. */
      search: 'text',
    },
    indexes: ['(search, user_id)', 'USING gin (search public.gin_trgm_ops)'],
  }),
  student_tiers: table({
    key: ['user_id', 'since'],
    columns: { user_id: 'uuid', since: 'timestamptz', tier: typed<Tier>('text') },
  }),
  student_days: table({
    key: ['user_id', 'day'],
    columns: {
      user_id: 'uuid',
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      newly_right: 'integer',
      next_on: 'date?',
    },
    indexes: ['(day, user_id)'],
  }),
  learning_days: table({
    key: ['day'],
    columns: {
      day: 'date',
      answered: 'integer',
      scored: 'integer',
      correct: 'integer',
      active: 'integer',
      first_in_week: 'integer',
      first_in_month: 'integer',
      first_ever: 'integer',
      /** Change of the number who answered in the last 14 days. */
      active_change: 'integer',
    },
  }),
  learning_cohorts: table({
    key: ['cohort', 'day'],
    columns: { /** `YYYY-MM` */ cohort: 'text', day: 'date', active: 'integer' },
  }),
  cohort_sizes: table({ key: ['cohort', 'day'], columns: { cohort: 'text', day: 'date', registered: 'integer' } }),
  student_right_questions: table({ key: ['user_id'], columns: { user_id: 'uuid', numbers: 'text' }, private: true }),
  /** The nil question's row holds the count. */
  numbered_questions: table({ key: ['question_id'], columns: { question_id: 'uuid', number: 'integer' }, private: true }),
}

export type LearningRows = Rows<typeof learningTables>

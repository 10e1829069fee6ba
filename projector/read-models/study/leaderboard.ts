import type { Tier } from '@medicready/domain/billing/tiers'
import { isHeldBack } from '@medicready/domain/study/study-session'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const learnersTable = table({
  key: ['user_id'],
  columns: {
    user_id: 'uuid',
    /** First name and last initial; null for somebody without a name. */
    name: 'text?',
    subscription_tier: typed<Tier>('text'),
    total_answered: 'integer',
    /** Of these, the ones that counted as right or wrong: all but those to pilots. */
    scored_answers: 'integer',
    correct_answers: 'integer',
  },
  // The order of the ranks, so that the first ten are the first ten entries of the index.
  indexes: [
    '(total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id) WHERE total_answered > 0',
  ],
})

const newcomer = (user_id: string): RowOf<typeof learnersTable> => ({
  user_id,
  name: null,
  subscription_tier: 'free',
  total_answered: 0,
  scored_answers: 0,
  correct_answers: 0,
})

const displayName = (firstName: string | null, lastName: string | null): string | null =>
  firstName === null ? null : lastName ? `${firstName} ${[...lastName][0]}.` : firstName

function call(
  person: { userId: string; firstName: string | null; lastName: string | null },
  learners: KeptRows<typeof learnersTable>,
): void {
  const row = learners.get({ user_id: person.userId }) ?? newcomer(person.userId)
  learners.set({ ...row, name: displayName(person.firstName, person.lastName) })
}

/**
 * Who has answered how many questions, and how many people there are who have answered any. What was right in a timed
 * exam counts once the exam has ended.
 */
export const leaderboard = defineReadModel({
  name: 'study/leaderboard',
  version: 5,
  tables: {
    leaderboard: learnersTable,
    /** One row, kept so that nobody has to count. */
    leaderboard_total: table({ key: ['id'], columns: { id: 'integer', students: 'integer' } }),
  },
  on: {
    AccountRegistered: ({ data }, { leaderboard }) => call(data, leaderboard),
    EmailVerified: ({ data }, { leaderboard }) => {
      // Null: the profile stays that of the first registration.
      if (data.timeZone !== null) call(data, leaderboard)
    },
    ProfileChanged: ({ data }, { leaderboard }) => call(data, leaderboard),
    AccountErased: ({ data }, { leaderboard }) => call({ ...data, firstName: null, lastName: null }, leaderboard),
    TierChanged: ({ data }, { leaderboard }) => {
      const row = leaderboard.get({ user_id: data.userId }) ?? newcomer(data.userId)
      leaderboard.set({ ...row, subscription_tier: data.to })
    },
    AnswerSubmitted: ({ data }, { leaderboard, leaderboard_total }) => {
      const row = leaderboard.get({ user_id: data.userId }) ?? newcomer(data.userId)
      const counts = data.isScored && !isHeldBack(data)
      leaderboard.set({
        ...row,
        total_answered: row.total_answered + 1,
        scored_answers: row.scored_answers + (counts ? 1 : 0),
        correct_answers: row.correct_answers + (counts && data.isCorrect ? 1 : 0),
      })
      if (row.total_answered > 0) return
      leaderboard_total.set({ id: 1, students: (leaderboard_total.get({ id: 1 })?.students ?? 0) + 1 })
    },
    StudySessionCompleted: ({ data }, { leaderboard }) => {
      const row = data.mode === 'timed_exam' ? leaderboard.get({ user_id: data.userId }) : null
      if (!row) return
      leaderboard.set({ ...row, scored_answers: row.scored_answers + data.scored, correct_answers: row.correct_answers + data.correct })
    },
  },
})

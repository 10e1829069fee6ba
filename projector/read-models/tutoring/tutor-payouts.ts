import { defineReadModel, table } from '../definition.ts'

/** Weeks begin on Monday, UTC. */
export const tutorPayouts = defineReadModel({
  name: 'tutoring/tutor-payouts',
  version: 2,
  tables: {
    tutor_payouts: table({
      key: ['user_id', 'week'],
      columns: {
        user_id: 'uuid',
        week: 'date',
        sessions: 'integer',
        amount: 'integer',
        fee: 'integer',
        earned: 'integer',
        currency: 'coded text',
        reported_at: 'timestamptz?',
      },
      indexes: ['(week, user_id)', '(week) WHERE reported_at IS NULL'],
    }),
    /** Single earnings, for viewing an earlier day. */
    tutor_earnings: table({
      key: ['fact_id'],
      columns: {
        fact_id: 'uuid',
        user_id: 'uuid',
        week: 'date',
        at: 'timestamptz',
        amount: 'integer',
        fee: 'integer',
        earned: 'integer',
        currency: 'coded text',
      },
      indexes: ['(week, user_id)'],
      appendOnly: true,
    }),
  },
  on: {
    TutorEarned: ({ id: fact_id, data, metadata }, { tutor_payouts, tutor_earnings }) => {
      const { userId: user_id, week, amount, fee, earned, currency } = data
      tutor_earnings.set({ fact_id, user_id, week, at: metadata.occurredAt, amount, fee, earned, currency })
      const before = tutor_payouts.get({ user_id, week }) ?? { sessions: 0, amount: 0, fee: 0, earned: 0 }
      const sums = { sessions: before.sessions + 1, amount: before.amount + amount, fee: before.fee + fee, earned: before.earned + earned }
      tutor_payouts.set({ user_id, week, ...sums, currency, reported_at: null })
    },
    TutorPayoutReported: ({ data }, { tutor_payouts }) => {
      const { userId: user_id, week, sessions, amount, fee, earned, currency, at } = data
      tutor_payouts.set({ user_id, week, sessions, amount, fee, earned, currency, reported_at: at })
    },
  },
})

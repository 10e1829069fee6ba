import type { ReviewStanding } from '@medicready/domain/questions/review-standing'
import { type Rows, table, typed } from '../definition.ts'

/** How a subscription stands: `free` by a code, for a time. */
export type SubscriptionStatus = 'active' | 'pastDue' | 'cancelling' | 'free'

export const figuresTables = {
  /** Sums of entries by the day: what a figure came to on any day is the sum of the days up to it. */
  figure_days: table({
    key: ['series', 'day'],
    columns: {
      /** Figure and group. */
      series: 'text',
      /** UTC */
      day: 'date',
      figure: 'text',
      /** Such as a tier, or the month of a cohort; empty where the figure has none. */
      grouped_by: 'text',
      amount: 'integer',
    },
    indexes: ['(figure, day)'],
  }),
  /** What stands behind a figure: each entry with its fact. */
  figure_entries: table({
    key: ['fact_id', 'place'],
    columns: {
      fact_id: 'uuid',
      /** Among the entries of its fact. */
      place: 'integer',
      figure: 'text',
      grouped_by: 'text',
      amount: 'integer',
      at: 'timestamptz',
      type: 'text',
      stream: 'text',
      /** The person it is about, if any. */
      user_id: 'uuid?',
      /** The discount code, question, request for tutoring or session that it is about; null where it is none. */
      subject_id: 'uuid?',
      /** Whose session it is; null where it is none. */
      tutor_id: 'uuid?',
    },
    indexes: [
      '(figure, at, fact_id, place)',
      '(user_id, figure, at, fact_id, place) WHERE user_id IS NOT NULL',
      '(subject_id, figure, at, fact_id, place) WHERE subject_id IS NOT NULL',
      '(tutor_id, figure, at, fact_id, place) WHERE tutor_id IS NOT NULL',
    ],
    appendOnly: true,
  }),
  /** What is paid ahead, payment by payment, and what was given back of it. */
  deferrals: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      starts: 'date',
      until: 'date',
      tier: 'text',
      /** In cents; below 0 for what was given back. */
      amount: 'integer',
      day: 'date',
      at: 'timestamptz',
      type: 'text',
      stream: 'text',
      user_id: 'uuid',
    },
    indexes: ['(until, fact_id)'],
    appendOnly: true,
  }),
  /** The same, those alike together: few on a day, however many pay. */
  deferral_spans: table({
    key: ['span', 'day'],
    columns: {
      /** All that follows but the day and the count. */
      span: 'text',
      day: 'date',
      starts: 'date',
      until: 'date',
      tier: 'text',
      amount: 'integer',
      count: 'integer',
    },
    indexes: ['(until, day)'],
  }),
  /** Which days a payment was for, should it be given back. */
  paid_periods: table({
    key: ['invoice_id'],
    columns: { invoice_id: 'text', starts: 'timestamptz', ends: 'timestamptz' },
    private: true,
  }),
  /** Who has, or had, to do with the payment provider. */
  subscribers: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      stripe_customer_id: 'text?',
      /** Null before the first, and once it has ended. */
      stripe_subscription_id: 'text?',
      /** Null for people without a subscription. */
      status: typed<SubscriptionStatus>('text?'),
      tier: typed<'basic' | 'premium'>('text?'),
      /** In cents, before discounts and tax; 0 where nothing is paid. */
      monthly_amount: 'integer',
      started_at: 'timestamptz?',
      /** Null where nothing is billed any more. */
      next_billing_at: 'timestamptz?',
      /** The end of what was paid for last. */
      paid_until: 'timestamptz?',
      /** `YYYY-MM`, the month in which they first subscribed; null before that. */
      cohort: 'text?',
      has_paid: 'boolean',
    },
    indexes: [
      "((coalesce(next_billing_at, 'infinity')), user_id) WHERE status IS NOT NULL",
      '(started_at, user_id) WHERE status IS NOT NULL',
      '(monthly_amount, user_id) WHERE status IS NOT NULL',
    ],
  }),
  /** Where each question is, and what of it waits. */
  banked_questions: table({
    key: ['question_id'],
    columns: { question_id: 'uuid', standing: typed<ReviewStanding>('jsonb') },
    private: true,
  }),
  /** How often each code may be used. */
  code_limits: table({ key: ['code_id'], columns: { code_id: 'uuid', uses: 'integer' }, private: true }),
  /** Who holds a use of a code. */
  code_holders: table({ key: ['code_id', 'user_id'], columns: { code_id: 'uuid', user_id: 'uuid' }, private: true }),
  /** Requests for tutoring that wait for an answer. */
  waiting_requests: table({ key: ['request_id'], columns: { request_id: 'uuid' }, private: true }),
  /** Of accounts, what counts once. */
  counted_accounts: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', is_verified: 'boolean', is_erased: 'boolean' },
    private: true,
  }),
}

export type FiguresRows = Rows<typeof figuresTables>

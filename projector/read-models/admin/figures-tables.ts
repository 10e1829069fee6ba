import type { ReviewStanding } from '@medicready/domain/questions/review-standing'
import { type Rows, table, typed } from '../definition.ts'

/** `free`: a limited period by a code. */
export type SubscriberStatus = 'active' | 'pastDue' | 'cancelling' | 'free'

export const figuresTables = {
  /** A balance is the sum of its days. */
  figure_days: table({
    key: ['series', 'day'],
    columns: {
      series: 'coded text',
      day: 'date',
      figure: 'coded text',
      /** Such as a tier or cohort month; empty without groups. */
      grouped_by: 'coded text',
      amount: 'integer',
    },
    indexes: ['(figure, day)'],
  }),
  figure_entries: table({
    key: ['fact_id', 'place'],
    columns: {
      fact_id: 'uuid',
      place: 'integer',
      figure: 'coded text',
      grouped_by: 'coded text',
      amount: 'integer',
      at: 'timestamptz',
      type: 'coded text',
      stream: 'text',
      user_id: 'uuid?',
      subject_id: 'uuid?',
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
  deferrals: table({
    key: ['fact_id'],
    columns: {
      fact_id: 'uuid',
      starts: 'date',
      until: 'date',
      tier: 'coded text',
      /** Cents; negative for refunds. */
      amount: 'integer',
      day: 'date',
      at: 'timestamptz',
      type: 'coded text',
      stream: 'text',
      user_id: 'uuid',
    },
    indexes: ['(until, fact_id)'],
    appendOnly: true,
  }),
  /** Deferrals grouped by span: few per day, however many pay. */
  deferral_spans: table({
    key: ['span', 'day'],
    columns: {
      span: 'coded text',
      day: 'date',
      starts: 'date',
      until: 'date',
      tier: 'coded text',
      amount: 'integer',
      count: 'integer',
    },
    indexes: ['(until, day)'],
  }),
  /** Needed if a payment is refunded. */
  paid_periods: table({
    key: ['invoice_id'],
    columns: { invoice_id: 'text', starts: 'timestamptz', ends: 'timestamptz' },
    private: true,
  }),
  subscribers: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      stripe_customer_id: 'text?',
      stripe_subscription_id: 'text?',
      status: typed<SubscriberStatus>('text?'),
      tier: typed<'basic' | 'premium'>('text?'),
      /** Cents, before discounts and tax. */
      monthly_amount: 'integer',
      started_at: 'timestamptz?',
      next_billing_at: 'timestamptz?',
      paid_until: 'timestamptz?',
      /** `YYYY-MM` of the first subscription. */
      cohort: 'coded text?',
      has_paid: 'boolean',
    },
    indexes: [
      "((coalesce(next_billing_at, 'infinity')), user_id) WHERE status IS NOT NULL",
      '(started_at, user_id) WHERE status IS NOT NULL',
      '(monthly_amount, user_id) WHERE status IS NOT NULL',
    ],
  }),
  banked_questions: table({
    key: ['question_id'],
    columns: { question_id: 'uuid', standing: typed<ReviewStanding>('jsonb') },
    private: true,
  }),
  code_limits: table({ key: ['code_id'], columns: { code_id: 'uuid', uses: 'integer' }, private: true }),
  code_holders: table({ key: ['code_id', 'user_id'], columns: { code_id: 'uuid', user_id: 'uuid' }, private: true }),
  waiting_requests: table({ key: ['request_id'], columns: { request_id: 'uuid' }, private: true }),
  counted_accounts: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', is_verified: 'boolean', is_erased: 'boolean' },
    private: true,
  }),
}

export type FiguresRows = Rows<typeof figuresTables>

import type { disputedProducts, disputeOutcomes } from '@medicready/domain/billing/dispute'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

type Product = (typeof disputedProducts)[number]

const tables = {
  /** What went wrong with money, for administrators to see to: refunds that did not arrive, and disputes. */
  payment_problems: table({
    key: ['id'],
    columns: {
      /** The payment provider's, of the refund or the dispute. */
      id: 'text',
      kind: typed<'refund' | 'dispute'>('text'),
      product: typed<Product>('text'),
      user_id: 'uuid',
      request_id: 'uuid?',
      amount: 'integer',
      currency: 'text',
      /** Of a dispute, the payment provider's word. */
      reason: 'text?',
      respond_by: 'timestamptz?',
      at: 'timestamptz',
      /** `mended`: paid back another way. */
      status: typed<'open' | 'mended' | (typeof disputeOutcomes)[number]>('text'),
      ended_at: 'timestamptz?',
    },
    indexes: ['(at, id)', '(user_id)'],
  }),
}

function end(problems: KeptRows<typeof tables.payment_problems>, id: string, to: Partial<RowOf<typeof tables.payment_problems>>): void {
  const problem = problems.get({ id })
  if (problem) problems.set({ ...problem, ...to })
}

export const paymentProblems = defineReadModel({
  name: 'billing/payment-problems',
  version: 1,
  tables,
  on: {
    TutoringRefundFailed: ({ data }, { payment_problems }) =>
      payment_problems.set({
        id: data.refundId,
        kind: 'refund',
        product: 'tutoring',
        user_id: data.userId,
        request_id: data.requestId,
        amount: data.amount,
        currency: data.currency,
        reason: null,
        respond_by: null,
        at: data.at,
        status: 'open',
        ended_at: null,
      }),
    TutoringRefundMended: ({ data }, { payment_problems }) => end(payment_problems, data.refundId, { status: 'mended', ended_at: data.at }),
    DisputeOpened: ({ data }, { payment_problems }) =>
      payment_problems.set({
        id: data.disputeId,
        kind: 'dispute',
        product: data.product,
        user_id: data.userId,
        request_id: data.requestId,
        amount: data.amount,
        currency: data.currency,
        reason: data.reason,
        respond_by: data.respondBy,
        at: data.at,
        status: 'open',
        ended_at: null,
      }),
    DisputeClosed: ({ data }, { payment_problems }) => end(payment_problems, data.disputeId, { status: data.outcome, ended_at: data.at }),
  },
})

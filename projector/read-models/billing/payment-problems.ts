import type { disputedProducts, disputeOutcomes } from '@medicready/domain/billing/dispute'
import { defineReadModel, type MutableRows, type RowOf, rowFrom, table, typed } from '../definition.ts'

type Product = (typeof disputedProducts)[number]

const tables = {
  payment_problems: table({
    key: ['id'],
    columns: {
      id: 'text',
      kind: typed<'refund' | 'refusal' | 'dispute'>('text'),
      product: typed<Product>('text'),
      user_id: 'uuid',
      request_id: 'uuid?',
      amount: 'integer',
      currency: 'coded text',
      reason: 'text?',
      respond_by: 'timestamptz?',
      at: 'timestamptz',
      /** `mended`: refunded another way. */
      status: typed<'open' | 'mended' | (typeof disputeOutcomes)[number]>('text'),
      ended_at: 'timestamptz?',
    },
    indexes: ['(at, id)', '(user_id)'],
  }),
}

function end(problems: MutableRows<typeof tables.payment_problems>, id: string, to: Partial<RowOf<typeof tables.payment_problems>>): void {
  const problem = problems.get({ id })
  if (problem?.status === 'open') problems.set({ ...problem, ...to })
}

const moneyBackOf = ({ userId }: { readonly userId: string }): string => `money-back-${userId}`

const refused = { kind: 'refusal', status: 'open' } as const

export const paymentProblems = defineReadModel({
  name: 'billing/payment-problems',
  version: 2,
  tables,
  on: {
    TutoringRefundFailed: ({ data }, { payment_problems }) =>
      payment_problems.set(
        rowFrom(tables.payment_problems, data, { id: data.refundId, kind: 'refund', product: 'tutoring', reason: null, status: 'open' }),
      ),
    TutoringRefundRefused: ({ data }, { payment_problems }) =>
      payment_problems.set(
        rowFrom(tables.payment_problems, data, { ...refused, id: data.refundId, product: 'tutoring', reason: data.refusal }),
      ),
    // A dispute was won: same id as the refusal.
    TutoringRefunded: ({ data }, { payment_problems }) =>
      end(payment_problems, `refused-${data.cause}`, { status: 'closed', ended_at: data.at }),
    TutoringPaymentLost: ({ data }, { payment_problems }) => {
      for (const id of data.waived) end(payment_problems, id, { status: 'closed', ended_at: data.at })
    },
    MoneyBackRefused: ({ data }, { payment_problems }) =>
      payment_problems.set(
        rowFrom(tables.payment_problems, data, { ...refused, id: moneyBackOf(data), product: data.tier, reason: data.refusal }),
      ),
    RefundIssued: ({ data }, { payment_problems }) =>
      end(payment_problems, moneyBackOf(data), { status: 'closed', ended_at: data.issuedAt }),
    TutoringRefundMended: ({ data }, { payment_problems }) => end(payment_problems, data.refundId, { status: 'mended', ended_at: data.at }),
    DisputeOpened: ({ data }, { payment_problems }) =>
      payment_problems.set(rowFrom(tables.payment_problems, data, { id: data.disputeId, kind: 'dispute', status: 'open' })),
    DisputeClosed: ({ data }, { payment_problems }) => {
      end(payment_problems, data.disputeId, { status: data.outcome, ended_at: data.at })
      if (data.outcome === 'lost' && data.subscriptionId !== null)
        end(payment_problems, moneyBackOf(data), { status: 'closed', ended_at: data.at })
    },
  },
})

import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { defineReadModel, type RowOf, type Rows, rowFrom, table, typed, update } from '../definition.ts'

const tables = {
  invoices: table({
    key: ['invoice_id'],
    columns: {
      invoice_id: 'coded text',
      user_id: 'uuid',
      subscription_id: 'coded text',
      number: 'text?',
      /** `unpaid`: no longer collected. */
      status: typed<'paid' | 'open' | 'unpaid'>('text'),
      tier: typed<PaidTier>('text'),
      amount: 'integer',
      currency: 'coded text',
      discount: 'integer',
      tax: 'integer',
      refunded: 'integer',
      at: 'timestamptz',
      grace_until: 'timestamptz?',
      hosted_url: 'text?',
      pdf_url: 'text?',
    },
    foundBy: ['user_id', 'subscription_id'],
    indexes: ['(user_id, at, invoice_id)'],
  }),
}

type Invoices = Rows<typeof tables>['invoices']
type Invoice = RowOf<typeof tables.invoices>

const refundedOf = (invoice_id: string, invoices: Invoices): number => invoices.get({ invoice_id })?.refunded ?? 0

const refund = (invoice_id: string, amount: number, invoices: Invoices): void =>
  update(invoices, { invoice_id }, ({ refunded }) => ({ refunded: refunded + amount }))

function leaveUnpaid(invoice: Invoice | null, invoices: Invoices): void {
  if (invoice?.status === 'open') invoices.set({ ...invoice, status: 'unpaid', grace_until: null })
}

export const invoices = defineReadModel({
  name: 'billing/invoices',
  version: 3,
  tables,
  on: {
    InvoicePaid: ({ data }, { invoices }) =>
      invoices.set(rowFrom(tables.invoices, data, { status: 'paid', refunded: refundedOf(data.invoiceId, invoices), at: data.paidAt })),
    PaymentFailed: ({ data }, { invoices }) => {
      const before = invoices.get({ invoice_id: data.invoiceId })
      if (before?.status === 'paid') return
      const open = { status: 'open', discount: 0, tax: 0, refunded: before?.refunded ?? 0, at: data.since } as const
      invoices.set(rowFrom(tables.invoices, data, open))
    },
    InvoiceVoided: ({ data: { invoiceId: invoice_id } }, { invoices }) => leaveUnpaid(invoices.get({ invoice_id }), invoices),
    SubscriptionEnded: ({ data: { subscriptionId: subscription_id } }, { invoices }) => {
      for (const invoice of invoices.where({ subscription_id })) leaveUnpaid(invoice, invoices)
    },
    RefundIssued: ({ data }, { invoices }) => refund(data.invoiceId, data.amount, invoices),
    RefundFailed: ({ data }, { invoices }) => refund(data.invoiceId, -data.amount, invoices),
    AccountErased: ({ data: { userId: user_id } }, { invoices }) => {
      for (const invoice of invoices.where({ user_id })) invoices.set({ ...invoice, hosted_url: null, pdf_url: null })
    },
  },
})

import type { PaidTier } from '@medicready/domain/billing/tiers'
import { defineReadModel, type RowOf, type Rows, table, typed } from '../definition.ts'

const tables = {
  invoices: table({
    key: ['invoice_id'],
    columns: {
      invoice_id: 'text',
      user_id: 'uuid',
      subscription_id: 'text',
      number: 'text?',
      /** `unpaid`: no longer collected. */
      status: typed<'paid' | 'open' | 'unpaid'>('text'),
      tier: typed<PaidTier>('text'),
      amount: 'integer',
      currency: 'text',
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

const put = (row: Omit<Invoice, 'refunded'>, invoices: Invoices): void =>
  invoices.set({ ...row, refunded: invoices.get(row)?.refunded ?? 0 })

function refund(invoice_id: string, amount: number, invoices: Invoices): void {
  const invoice = invoices.get({ invoice_id })
  if (invoice) invoices.set({ ...invoice, refunded: invoice.refunded + amount })
}

function leaveUnpaid(invoice: Invoice | null, invoices: Invoices): void {
  if (invoice?.status === 'open') invoices.set({ ...invoice, status: 'unpaid', grace_until: null })
}

export const invoices = defineReadModel({
  name: 'billing/invoices',
  version: 3,
  tables,
  on: {
    InvoicePaid: ({ data }, { invoices }) => {
      const { invoiceId: invoice_id, subscriptionId: subscription_id } = data
      put(
        {
          invoice_id,
          user_id: data.userId,
          subscription_id,
          number: data.number,
          status: 'paid',
          tier: data.tier,
          amount: data.amount,
          currency: data.currency,
          discount: data.discount,
          tax: data.tax,
          at: data.paidAt,
          grace_until: null,
          hosted_url: data.hostedUrl,
          pdf_url: data.pdfUrl,
        },
        invoices,
      )
    },
    PaymentFailed: ({ data }, { invoices }) => {
      const { invoiceId: invoice_id, subscriptionId: subscription_id } = data
      if (invoices.get({ invoice_id })?.status === 'paid') return
      put(
        {
          invoice_id,
          user_id: data.userId,
          subscription_id,
          number: null,
          status: 'open',
          tier: data.tier,
          amount: data.amount,
          currency: data.currency,
          discount: 0,
          tax: 0,
          at: data.since,
          grace_until: data.graceUntil,
          hosted_url: null,
          pdf_url: null,
        },
        invoices,
      )
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

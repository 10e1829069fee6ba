import type { PaidTier } from '@medicready/domain/billing/tiers'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const tables = {
  /** What learners were charged, or could not be. */
  invoices: table({
    key: ['invoice_id'],
    columns: {
      invoice_id: 'text',
      user_id: 'uuid',
      subscription_id: 'text',
      /** As it stands on the invoice; null while it has none, or nothing was paid. */
      number: 'text?',
      /** `unpaid` is an open one that nobody asks for any more. */
      status: typed<'paid' | 'open' | 'unpaid'>('text'),
      tier: typed<PaidTier>('text'),
      /** With tax, less discount. */
      amount: 'integer',
      currency: 'text',
      discount: 'integer',
      tax: 'integer',
      refunded: 'integer',
      at: 'timestamptz',
      /** Of one that is open: until when the tier stays. */
      grace_until: 'timestamptz?',
      /** At the payment provider's, for whoever has the address; null once the learner was erased. */
      hosted_url: 'text?',
      pdf_url: 'text?',
      /** The one that the learner had before this one. */
      invoice_before: 'text?',
    },
    indexes: ['(user_id, at, invoice_id)'],
  }),
  /** Where the invoices of a learner begin, latest first: by them they are found when the learner is erased. */
  latest_invoices: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', invoice_id: 'text' },
    private: true,
  }),
  /** What a plan that ends leaves unpaid. */
  open_invoices: table({
    key: ['subscription_id'],
    columns: { subscription_id: 'text', invoice_id: 'text' },
    private: true,
  }),
}

type Invoices = KeptRows<typeof tables.invoices>
type Rows = { readonly invoices: Invoices; readonly latest_invoices: KeptRows<typeof tables.latest_invoices> }

/** Puts an invoice in the list of its learner, or in its place there. */
function put(row: Omit<RowOf<typeof tables.invoices>, 'invoice_before' | 'refunded'>, { invoices, latest_invoices }: Rows): void {
  const { invoice_id, user_id } = row
  const before = invoices.get({ invoice_id })
  const invoice_before = before ? before.invoice_before : (latest_invoices.get({ user_id })?.invoice_id ?? null)
  invoices.set({ ...row, refunded: before?.refunded ?? 0, invoice_before })
  if (!before) latest_invoices.set({ user_id, invoice_id })
}

function refund(invoice_id: string, amount: number, invoices: Invoices): void {
  const invoice = invoices.get({ invoice_id })
  if (invoice) invoices.set({ ...invoice, refunded: invoice.refunded + amount })
}

function leaveUnpaid(invoice_id: string, { invoices }: Pick<Rows, 'invoices'>): void {
  const invoice = invoices.get({ invoice_id })
  if (invoice?.status === 'open') invoices.set({ ...invoice, status: 'unpaid', grace_until: null })
}

/** Every invoice of ours for a plan. */
export const invoices = defineReadModel({
  name: 'billing/invoices',
  version: 2,
  tables,
  on: {
    InvoicePaid: ({ data }, rows) => {
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
        rows,
      )
      if (rows.open_invoices.get({ subscription_id })?.invoice_id === invoice_id) rows.open_invoices.delete({ subscription_id })
    },
    PaymentFailed: ({ data }, rows) => {
      const { invoiceId: invoice_id, subscriptionId: subscription_id } = data
      if (rows.invoices.get({ invoice_id })?.status === 'paid') return
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
        rows,
      )
      rows.open_invoices.set({ subscription_id, invoice_id })
    },
    InvoiceVoided: ({ data: { invoiceId, subscriptionId: subscription_id } }, rows) => {
      leaveUnpaid(invoiceId, rows)
      if (rows.open_invoices.get({ subscription_id })?.invoice_id === invoiceId) rows.open_invoices.delete({ subscription_id })
    },
    SubscriptionEnded: ({ data: { subscriptionId: subscription_id } }, rows) => {
      const open = rows.open_invoices.get({ subscription_id })
      if (!open) return
      leaveUnpaid(open.invoice_id, rows)
      rows.open_invoices.delete({ subscription_id })
    },
    RefundIssued: ({ data }, { invoices }) => refund(data.invoiceId, data.amount, invoices),
    RefundFailed: ({ data }, { invoices }) => refund(data.invoiceId, -data.amount, invoices),
    AccountErased: ({ data: { userId: user_id } }, { invoices, latest_invoices }) => {
      let invoice_id = latest_invoices.get({ user_id })?.invoice_id ?? null
      while (invoice_id !== null) {
        const invoice = invoices.get({ invoice_id })
        if (invoice) invoices.set({ ...invoice, hosted_url: null, pdf_url: null })
        invoice_id = invoice?.invoice_before ?? null
      }
    },
  },
})

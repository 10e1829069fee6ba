import type { InvoiceStatus, subscriptionReadCalls } from '@medicready/domain/contract/billing/subscription'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { invoicesOf, invoicesOfPlan, type ListedInvoice } from '@medicready/projector/read-models/billing/invoice-queries'
import { learnerOf, paidPlanOf, planPrices } from '@medicready/projector/read-models/billing/plan-queries'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { planOf } from './plan.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

/** Newest first, then by id. */
const InvoiceKey = z.tuple([z.iso.datetime(), z.string()])
const invoiceKey = (row: ListedInvoice): z.infer<typeof InvoiceKey> => [row.at, row.invoice_id]

function statusOf({ status, amount, refunded }: ListedInvoice): InvoiceStatus {
  if (status !== 'paid' || refunded <= 0) return status
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

const toInvoice = (row: ListedInvoice) => ({
  id: row.invoice_id,
  number: row.number,
  status: statusOf(row),
  currency: row.currency,
  amount: row.amount,
  tax: row.tax,
  discount: row.discount,
  refunded: row.refunded,
  at: row.at,
  hostedUrl: row.hosted_url,
  pdfUrl: row.pdf_url,
})

/** Somebody's plan, and what they were charged for it. */
export const subscriptionRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof subscriptionReadCalls, 'read-api'> => ({
  'GET /api/subscription': reading([learnerOf, paidPlanOf, planPrices, invoicesOfPlan], async ({ identity: { userId } }) => {
    const [[learner = null], [plan = null], prices] = await Promise.all([learnerOf(sql, userId), paidPlanOf(sql, userId), planPrices(sql)])
    const ofPlan = plan ? await invoicesOfPlan(sql, { userId, subscriptionId: plan.subscription_id }) : []
    const openInvoice = ofPlan.find(({ status }) => status === 'open') ?? null
    const refundable = ofPlan.reduce((sum, { status, amount, refunded }) => (status === 'paid' ? sum + amount - refunded : sum), 0)
    return planOf({ learner, plan, openInvoice, refundable, prices }, clock())
  }),
  'GET /api/subscription/invoices': reading([invoicesOf], async ({ identity: { userId }, query }) => {
    const rows = await invoicesOf(sql, { userId, ...pageAfter(query, InvoiceKey) })
    return pageOf(rows, query, { item: toInvoice, sortKey: invoiceKey })
  }),
})

import type { InvoiceStatus, subscriptionReadCalls } from '@medicready/domain/contract/subscription'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { invoices } from '@medicready/projector/read-models/billing/invoices'
import { subscriptions } from '@medicready/projector/read-models/billing/subscriptions'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { type PlanRows, planOf } from './plan.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type Learner = NonNullable<PlanRows['learner']>
type Plan = NonNullable<PlanRows['plan']>
type PlanInvoice = NonNullable<PlanRows['openInvoice']> & Pick<RowOf<typeof invoices.tables.invoices>, 'status' | 'refunded'>
type InvoiceRow = Omit<RowOf<typeof invoices.tables.invoices>, 'user_id' | 'subscription_id' | 'tier' | 'grace_until' | 'invoice_before'>

/** Newest first, then by id. */
const InvoiceKey = z.tuple([z.iso.datetime(), z.string()])
const invoiceKey = (row: InvoiceRow): z.infer<typeof InvoiceKey> => [row.at, row.invoice_id]

function statusOf({ status, amount, refunded }: InvoiceRow): InvoiceStatus {
  if (status !== 'paid' || refunded <= 0) return status
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

const toInvoice = (row: InvoiceRow) => ({
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
  'GET /api/subscription': reading([subscriptions, invoices], async ({ identity: { userId } }) => {
    // Of two plans, which nobody should have, the larger one, as the deciders have it.
    const [[learner = null], [plan = null], prices] = await Promise.all([
      sql<Learner[]>`SELECT * FROM read.subscriptions WHERE user_id = ${userId}`,
      sql<Plan[]>`
        SELECT * FROM read.subscription_plans WHERE user_id = ${userId} AND tier IS NOT NULL AND ended IS NULL
        ORDER BY monthly_amount DESC LIMIT 1`,
      sql<PlanRows['prices'][number][]>`SELECT tier, amount, currency FROM read.plan_prices`,
    ])
    const ofPlan = plan
      ? await sql<PlanInvoice[]>`
          SELECT amount, currency, at, grace_until, status, refunded FROM read.invoices
          WHERE user_id = ${userId} AND subscription_id = ${plan.subscription_id} AND status IN ('open', 'paid')
          ORDER BY at`
      : []
    const openInvoice = ofPlan.find(({ status }) => status === 'open') ?? null
    const refundable = ofPlan.reduce((sum, { status, amount, refunded }) => (status === 'paid' ? sum + amount - refunded : sum), 0)
    return planOf({ learner, plan, openInvoice, refundable, prices }, clock())
  }),
  'GET /api/subscription/invoices': reading([invoices], async ({ identity: { userId }, query }) => {
    const after = sortKeyOf(query, InvoiceKey)
    const rows = await sql<InvoiceRow[]>`
      SELECT invoice_id, number, status, amount, currency, discount, tax, refunded, at, hosted_url, pdf_url
      FROM read.invoices WHERE user_id = ${userId}
      ${after ? sql`AND (at, invoice_id) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY at DESC, invoice_id DESC LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toInvoice, sortKey: invoiceKey })
  }),
})

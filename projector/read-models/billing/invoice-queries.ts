import { learning, type learningTables } from '../admin/learning.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, type Joined, type PageAfter } from '../query.ts'
import { invoices } from './invoices.ts'
import { paymentProblems } from './payment-problems.ts'

type InvoiceTable = typeof invoices.tables.invoices
type Invoice = RowOf<InvoiceTable>

export const invoicesOfPlan = defineQuery(
  [invoices],
  (sql, { userId, subscriptionId }: { readonly userId: string; readonly subscriptionId: string }) => sql<
    Pick<Invoice, 'amount' | 'currency' | 'at' | 'grace_until' | 'status' | 'refunded'>[]
  >`
    SELECT amount, currency, at, grace_until, status, refunded FROM read.invoices
    WHERE user_id = ${userId} AND subscription_id = ${subscriptionId} AND status IN ('open', 'paid')
    ORDER BY at`,
)

export type ListedInvoice = Omit<Invoice, 'user_id' | 'subscription_id' | 'tier' | 'grace_until'>

export const invoicesOf = defineQuery(
  [invoices],
  (sql, { userId, after, limit }: PageAfter & { readonly userId: string }) => sql<ListedInvoice[]>`
    SELECT invoice_id, number, status, amount, currency, discount, tax, refunded, at, hosted_url, pdf_url
    FROM read.invoices WHERE user_id = ${userId}
    ${after ? sql`AND (at, invoice_id) < (${after[0]}, ${after[1]})` : sql``}
    ORDER BY at DESC, invoice_id DESC LIMIT ${limit}`,
)

export const usersWithOpenInvoices = defineQuery(
  [invoices],
  (sql) => sql<Camel<InvoiceTable, 'user_id'>[]>`
    SELECT DISTINCT user_id AS "userId" FROM read.invoices WHERE status = 'open' ORDER BY user_id`,
)

export type ListedProblem = RowOf<typeof paymentProblems.tables.payment_problems> &
  Joined<Pick<RowOf<typeof learningTables.student_people>, 'name'>>

export const listedProblems = defineQuery(
  [paymentProblems, learning],
  (sql, { after, limit }: PageAfter) => sql<ListedProblem[]>`
    SELECT p.*, s.name FROM read.payment_problems p LEFT JOIN read.student_people s ON s.user_id = p.user_id
    WHERE true ${after ? sql`AND (p.at < ${after[0]} OR p.at = ${after[0]} AND p.id > ${after[1]})` : sql``}
    ORDER BY p.at DESC, p.id LIMIT ${limit}`,
)

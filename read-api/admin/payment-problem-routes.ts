import type { PaymentProblem, paymentProblemReadCalls } from '@medicready/domain/contract/billing/payment-problems'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type ListedProblem, listedProblems } from '@medicready/projector/read-models/billing/invoice-queries'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

/** The latest first, then by id. */
const Key = z.tuple([z.iso.datetime(), z.string()])
const keyOf = ({ at, id }: ListedProblem): z.infer<typeof Key> => [at, id]

const toProblem = (row: ListedProblem): PaymentProblem => ({
  id: row.id,
  kind: row.kind,
  product: row.product,
  userId: row.user_id,
  name: row.name ?? '',
  requestId: row.request_id,
  amount: row.amount,
  currency: row.currency,
  reason: row.reason,
  respondBy: row.respond_by,
  at: row.at,
  status: row.status,
})

export const paymentProblemRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof paymentProblemReadCalls, 'read-api'> => ({
  'GET /api/admin/payment-problems': reading([listedProblems], async ({ query }) => {
    const rows = await listedProblems(sql, pageAfter(query, Key))
    return pageOf(rows, query, { item: toProblem, sortKey: keyOf })
  }),
})

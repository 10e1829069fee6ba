import type { PaymentProblem, paymentProblemReadCalls } from '@medicready/domain/contract/payment-problems'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { learning } from '@medicready/projector/read-models/admin/learning'
import { paymentProblems } from '@medicready/projector/read-models/billing/payment-problems'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

type Row = RowOf<typeof paymentProblems.tables.payment_problems> & { readonly name: string | null }

/** The latest first, then by id. */
const Key = z.tuple([z.iso.datetime(), z.string()])
const keyOf = ({ at, id }: Row): z.infer<typeof Key> => [at, id]

const toProblem = (row: Row): PaymentProblem => ({
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
  'GET /api/admin/payment-problems': reading([paymentProblems, learning], async ({ query }) => {
    const after = sortKeyOf(query, Key)
    const rows = await sql<Row[]>`
      SELECT p.*, s.name FROM read.payment_problems p LEFT JOIN read.student_people s ON s.user_id = p.user_id
      WHERE true ${after ? sql`AND (p.at < ${after[0]} OR p.at = ${after[0]} AND p.id > ${after[1]})` : sql``}
      ORDER BY p.at DESC, p.id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toProblem, sortKey: keyOf })
  }),
})

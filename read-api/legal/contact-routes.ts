import type { ContactRequest, contactReadCalls } from '@medicready/domain/contract/legal/contact'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { closedContactRequests, openContactRequests } from '@medicready/projector/read-models/legal/contact-request-queries'
import type { contactRequests } from '@medicready/projector/read-models/legal/contact-requests'
import { z } from 'zod'
import type { Reading } from '../reading.ts'

type Row = RowOf<typeof contactRequests.tables.contact_requests>

/** When it is due or was closed, then by id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])
const keyOf = ({ due_at, closed_at, id }: Row) => [due_at ?? closed_at, id]

const toRequest = (row: Row): ContactRequest => ({
  id: row.id,
  kind: row.kind,
  userId: row.user_id,
  name: row.name ?? '',
  email: row.email ?? '',
  message: row.message ?? '',
  requestedAt: row.requested_at,
  owed: [...row.owed],
  kept: row.kept,
  dueAt: row.due_at,
  closedAt: row.closed_at,
  note: row.note,
})

export const contactRoutes = ({
  sql,
  reading,
}: {
  readonly sql: Sql
  readonly reading: Reading
}): Handlers<typeof contactReadCalls, 'read-api'> => ({
  'GET /api/admin/contact-requests': reading([openContactRequests, closedContactRequests], async ({ query }) => {
    const find = query.status === 'open' ? openContactRequests : closedContactRequests
    const rows = await find(sql, pageAfter(query, Key))
    return pageOf(rows, query, { item: toRequest, sortKey: keyOf })
  }),
})

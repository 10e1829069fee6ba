import type { RowOf } from '../definition.ts'
import { defineQuery, type PageAfter } from '../query.ts'
import { contactRequests } from './contact-requests.ts'

type ContactRequestRow = RowOf<typeof contactRequests.tables.contact_requests>

export const openContactRequests = defineQuery(
  [contactRequests],
  (sql, { after, limit }: PageAfter) => sql<ContactRequestRow[]>`
    SELECT * FROM read.contact_requests
    WHERE due_at IS NOT NULL ${after ? sql`AND (due_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY due_at, id LIMIT ${limit}`,
)

export const closedContactRequests = defineQuery(
  [contactRequests],
  (sql, { after, limit }: PageAfter) => sql<ContactRequestRow[]>`
    SELECT * FROM read.contact_requests
    WHERE closed_at IS NOT NULL ${after ? sql`AND (closed_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY closed_at DESC, id DESC LIMIT ${limit}`,
)

export type MessagesOfHour = Pick<ContactRequestRow, 'kind'> & {
  /** In UTC: `2026-03-01T12`. */
  readonly hour: string
  readonly messages: number
  readonly dueAt: string
}

export const messagesByHour = defineQuery(
  [contactRequests],
  (sql, { from, to }: { readonly from: string; readonly to: string }) => sql<MessagesOfHour[]>`
    SELECT to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24') AS hour, kind, count(*)::int AS messages, min(due_at) AS "dueAt"
    FROM read.contact_requests
    WHERE requested_at >= ${from} AND requested_at < date_trunc('hour', ${to}::timestamptz, 'UTC') AND kept = 0 AND due_at IS NOT NULL
    GROUP BY 1, 2 ORDER BY min(due_at)`,
)

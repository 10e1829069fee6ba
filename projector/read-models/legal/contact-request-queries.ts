import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { contactRequests } from './contact-requests.ts'

type ContactRequestRow = RowOf<typeof contactRequests.tables.contact_requests>

interface Page {
  /** The sort key of the last row before: an instant and an ID. */
  readonly after: readonly [string, string] | null
  readonly limit: number
}

/** Open requests, those that are due first. */
export const openContactRequests = defineQuery(
  [contactRequests],
  (sql, { after, limit }: Page) => sql<ContactRequestRow[]>`
    SELECT * FROM read.contact_requests
    WHERE due_at IS NOT NULL ${after ? sql`AND (due_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY due_at, id LIMIT ${limit}`,
)

/** Closed requests, the latest first. */
export const closedContactRequests = defineQuery(
  [contactRequests],
  (sql, { after, limit }: Page) => sql<ContactRequestRow[]>`
    SELECT * FROM read.contact_requests
    WHERE closed_at IS NOT NULL ${after ? sql`AND (closed_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY closed_at DESC, id DESC LIMIT ${limit}`,
)

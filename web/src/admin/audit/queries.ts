import { pagesQuery } from '../../api/pages.ts'
import { readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import type { AsOf } from '../dashboard/as-of.ts'

/** What administrators did, and why. */
export const auditQuery = (asOf: AsOf) =>
  pagesQuery([...rooms.admin, 'audit', asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/audit', { ...page, query: { ...asOf } }),
  )

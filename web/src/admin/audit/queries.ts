import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'
import { type AuditView, filterOf } from './audit-view.ts'

/** What administrators did, and why. */
export const auditQuery = (view: AuditView, asOf: AsOf) =>
  pagesQuery([...rooms.admin, 'audit', view, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/audit', { ...page, query: filterOf(view, asOf) }),
  )

/** Who has done something. */
export const auditActorsQuery = queryOptions({
  queryKey: [...rooms.admin, 'auditActors'],
  queryFn: (query) => read(query, 'GET /api/admin/audit/actors'),
  ...sharedData,
})

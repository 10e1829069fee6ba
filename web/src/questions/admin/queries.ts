import type { AsOf } from '../../dashboards/address.ts'
import { adminPages, adminQuery, adminQueryOrNull } from '../../dashboards/reads.ts'

export const reviewRequestsQuery = (asOf: AsOf) => adminPages('GET /api/admin/review-requests', { query: asOf })
export const reviewFiguresQuery = (asOf: AsOf) => adminQuery('GET /api/admin/review-figures', { query: asOf })
/** Null if there is no such question. */
export const reviewRequestQuery = (id: string, asOf: AsOf) =>
  adminQueryOrNull('GET /api/admin/review-requests/{id}', { params: { id }, query: asOf })
export const withdrawalStopsQuery = (asOf: AsOf) => adminQuery('GET /api/admin/withdrawal-stops', { query: asOf })
export const generationQuery = (asOf: AsOf) => adminQuery('GET /api/admin/generation', { query: asOf })
export const questionVersionsQuery = (id: string) => adminQuery('GET /api/admin/questions/{id}/versions', { params: { id } })
export const calibrationQuery = (id: string) => adminQuery('GET /api/admin/questions/{id}/calibration', { params: { id } })

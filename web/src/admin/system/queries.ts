import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'

export const systemKey = [...rooms.admin, 'system'] as const

/** How the product itself does, at this moment; what was compared with Stripe, as of a day. */
export const systemQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...systemKey, asOf],
    queryFn: (query) => read(query, 'GET /api/admin/system', { query: { ...asOf } }),
    ...sharedData,
  })

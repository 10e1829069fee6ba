import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'

export const performanceQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'performance', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/performance', { query: { ...asOf } }),
    ...sharedData,
  })

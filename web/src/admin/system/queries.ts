import { queryOptions } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'

/** How the product itself does, at this moment. */
export const systemQuery = queryOptions({
  queryKey: [...rooms.admin, 'system'],
  queryFn: (query) => read(query, 'GET /api/admin/system'),
  ...sharedData,
})

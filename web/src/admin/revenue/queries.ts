import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'

export const revenueQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'revenue', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/revenue', { query: { ...asOf } }),
    ...sharedData,
  })

export const paymentProblemsQuery = pagesQuery([...rooms.admin, 'payment-problems'], (query, page) =>
  readWithHeaders(query, 'GET /api/admin/payment-problems', page),
)

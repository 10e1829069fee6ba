import { queryOptions } from '@tanstack/react-query'
import { read } from '../api/read.ts'

/** What somebody agreed to when they registered. */
export const agreementQuery = queryOptions({
  queryKey: ['accounts', 'agreement'],
  queryFn: (query) => read(query, 'GET /api/user/agreement'),
})

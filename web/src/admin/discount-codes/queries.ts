import { pagesQuery } from '../../api/pages.ts'
import { readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import type { AsOf } from '../dashboard/as-of.ts'

const codes = [...rooms.admin, 'discountCodes'] as const

export const discountCodesQuery = (asOf: AsOf) =>
  pagesQuery([...codes, asOf], (query, page) => readWithHeaders(query, 'GET /api/admin/discount-codes', { ...page, query: { ...asOf } }))

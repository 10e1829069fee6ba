import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readOrNull, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'
import type { StudentsView } from './students-view.ts'

/** What the server takes of a view. */
export const filterOf = ({ search, ...filter }: StudentsView, asOf: AsOf) => ({ ...filter, ...(search !== '' && { search }), ...asOf })

/** The business in four numbers. */
export const businessMetricsQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'businessMetrics', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/business-metrics', { query: { ...asOf } }),
    ...sharedData,
  })

export const studentsQuery = (view: StudentsView, asOf: AsOf) =>
  pagesQuery([...rooms.admin, 'students', view, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/students', { ...page, query: filterOf(view, asOf) }),
  )

/** Null where there is no such student. */
export const studentQuery = (id: string, asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'student', id, asOf],
    queryFn: (query) => readOrNull(query, 'GET /api/admin/students/{id}', { params: { id }, query: { ...asOf } }),
    ...sharedData,
  })

export const studentHistoryQuery = (id: string, asOf: AsOf) =>
  pagesQuery([...rooms.admin, 'studentHistory', id, asOf], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/students/{id}/history', { ...page, params: { id }, query: { ...asOf } }),
  )

import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from '../../api/pages.ts'
import { read, readWithHeaders } from '../../api/read.ts'
import { rooms } from '../../api/rooms.ts'
import { sharedData } from '../../api/shared-data.ts'
import type { AsOf } from '../dashboard/as-of.ts'
import type { SubscribersView } from './subscribers-view.ts'

export const subscriptionsQuery = (asOf: AsOf) =>
  queryOptions({
    queryKey: [...rooms.admin, 'subscriptions', asOf],
    queryFn: (query) => read(query, 'GET /api/admin/subscriptions', { query: { ...asOf } }),
    ...sharedData,
  })

export const pricesQuery = queryOptions({
  queryKey: [...rooms.admin, 'prices'],
  queryFn: (query) => read(query, 'GET /api/admin/prices', {}),
  ...sharedData,
})

export const subscribersQuery = (view: SubscribersView) =>
  pagesQuery([...rooms.admin, 'subscribers', view], (query, page) =>
    readWithHeaders(query, 'GET /api/admin/subscribers', { ...page, query: { ...view } }),
  )

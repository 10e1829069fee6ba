import { queryOptions } from '@tanstack/react-query'
import { read } from './read.ts'
import { rooms } from './rooms.ts'
import { sharedData } from './shared-data.ts'

/** The reviews that the caller has asked for: a screen of its own shows them, and the user menu leads there once there are any. */
export const ownReviewRequestsQuery = queryOptions({
  queryKey: [...rooms.questions, 'reviewRequests'],
  queryFn: (query) => read(query, 'GET /api/user/review-requests'),
  ...sharedData,
})

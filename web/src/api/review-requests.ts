import { pagesQuery } from './pages.ts'
import { readWithHeaders } from './read.ts'
import { rooms } from './rooms.ts'

/** The caller's own review requests: a screen of its own shows them, and the user menu leads there once there are any. */
export const ownReviewRequestsQuery = pagesQuery([...rooms.questions, 'reviewRequests'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/review-requests', page),
)

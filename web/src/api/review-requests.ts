import { pagesQuery } from './pages.ts'
import { readWithHeaders } from './read.ts'
import { rooms } from './rooms.ts'

/** The caller's own review requests, for the screen that shows them and the user menu that leads there. */
export const ownReviewRequestsQuery = pagesQuery([...rooms.questions, 'reviewRequests'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/review-requests', page),
)

import { pagesQuery } from './pages.ts'
import { readWithHeaders } from './read.ts'
import { rooms } from './rooms.ts'

export const ownReviewRequestsQuery = pagesQuery([...rooms.questions, 'reviewRequests'], (query, page) =>
  readWithHeaders(query, 'GET /api/user/review-requests', page),
)

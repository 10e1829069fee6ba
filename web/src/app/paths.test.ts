import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('builds the addresses that mails, bookmarks and other screens rely on', () => {
  expect({
    home: paths.home(),
    dashboard: paths.dashboard(),
    modules: paths.modules(),
    studySession: paths.studySession(),
    dailySession: paths.studySession({ mode: 'daily' }),
    question: paths.question('a/b'),
    reviewRequests: paths.reviewRequests(),
    reviews: paths.reviews(),
    review: paths.review('a/b'),
    login: paths.login(),
    verifyEmail: paths.verifyEmail(),
  }).toEqual({
    home: '/',
    dashboard: '/dashboard',
    modules: '/modules',
    studySession: '/study-session',
    dailySession: '/study-session?mode=daily',
    question: '/questions/a%2Fb',
    reviewRequests: '/review-requests',
    reviews: '/admin/reviews',
    review: '/admin/reviews/a%2Fb',
    login: '/login',
    verifyEmail: '/verify-email',
  })
})

import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('builds the addresses that mails, bookmarks and other screens rely on', () => {
  expect({
    home: paths.home(),
    dashboard: paths.dashboard(),
    modules: paths.modules(),
    studyMode: paths.studyMode(),
    studySession: paths.studySession(),
    dailySession: paths.studySession({ mode: 'daily' }),
    question: paths.question('a/b'),
    profile: paths.profile(),
    settings: paths.settings(),
    security: paths.security(),
    reviewRequests: paths.reviewRequests(),
    adminReviewRequests: paths.adminReviewRequests(),
    adminReviewRequest: paths.adminReviewRequest('a/b'),
    adminRoles: paths.adminRoles(),
    login: paths.login(),
    verifyEmail: paths.verifyEmail(),
  }).toEqual({
    home: '/',
    dashboard: '/dashboard',
    modules: '/modules',
    studyMode: '/study-mode',
    studySession: '/study-session',
    dailySession: '/study-session?mode=daily',
    question: '/questions/a%2Fb',
    profile: '/profile',
    settings: '/settings',
    security: '/security',
    reviewRequests: '/review-requests',
    adminReviewRequests: '/admin/review-requests',
    adminReviewRequest: '/admin/review-requests/a%2Fb',
    adminRoles: '/admin/roles',
    login: '/login',
    verifyEmail: '/verify-email',
  })
})

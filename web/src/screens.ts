/** For servers that do not know the app. `:id` is any one segment. A test compares them with the routes. */

export const openScreens = [
  '/login',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/exam-outcome',
  '/unsubscribe',
  '/readiness',
  '/legal/contact',
  '/tutoring',
  '/legal',
  '/legal/history',
] as const

/** Visitors see the landing page at these addresses. */
export const signedInScreens = [
  '/',
  '/dashboard',
  '/modules',
  '/study-session',
  '/review',
  '/study-mode',
  '/analytics',
  '/practice',
  '/tutor',
  '/exam',
  '/practice-exam',
  '/practice-exam/:id',
  '/practice-exam/:id/results',
  '/questions/:id',
  '/question/:id',
  '/profile',
  '/settings',
  '/reminders',
  '/subscription',
  '/tutoring/apply',
  '/tutoring/tutor',
  '/checkout',
  '/security',
  '/review-requests',
  '/admin',
  '/admin/questions',
  '/admin/questions/new',
  '/admin/questions/:id',
  '/admin/roles',
  '/admin/students',
  '/admin/students/:id',
  '/admin/subscriptions',
  '/admin/discount-codes',
  '/admin/revenue',
  '/admin/sessions',
  '/admin/tutoring-requests',
  '/admin/tutoring-requests/:id',
  '/admin/performance',
  '/admin/system',
  '/admin/contact-requests',
  '/admin/audit',
  '/admin/review-requests',
  '/admin/review-requests/:id',
] as const

/** A trailing slash makes no difference. */
export const isOneOf = (screens: readonly string[]): ((path: string) => boolean) => {
  const others = screens.filter((screen) => screen !== '/').map((screen) => screen.replaceAll(/:\w+/g, '[^/]+'))
  const pattern = new RegExp(`^(?:${others.join('|')})/?$`)
  return (path) => (path === '/' ? screens.includes('/') : pattern.test(path))
}

import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import { sessionQuery } from '../api/session.ts'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import { AppFrame } from './app-frame.tsx'
import { FailedPage } from './failed-page.tsx'

/**
 * The one shape of a page's module. Its default export is the screen. `clientLoader` starts the reads of the screen
 * and waits for none; the screen takes them with `useSuspenseQuery` below a Loaded. A screen that reads nothing has no
 * loader.
 */
interface PageModule {
  default: ComponentType
  clientLoader?: (queryClient: QueryClient, address: LoaderFunctionArgs) => Promise<void>
}

/** The table of contents: every address of the product, and the screen that answers there. */
export const createRoutes = (queryClient: QueryClient): RouteObject[] => {
  /** A screen whose code is loaded when it is first visited. Its reads are started where `mayRead` allows it. */
  const page = (load: () => Promise<PageModule>, mayRead: () => Promise<boolean> = async () => true) => ({
    lazy: async () => {
      const { default: Component, clientLoader } = await load()
      if (!clientLoader) return { Component }
      const loader = async (address: LoaderFunctionArgs) => {
        if (await mayRead()) await clientLoader(queryClient, address)
        return null
      }
      return { Component, loader }
    },
  })

  /** A screen for those who are signed in. Its loader waits for the session, so that nothing is fetched for nobody. */
  const signedInPage = (load: () => Promise<PageModule>) =>
    page(load, async () => (await queryClient.ensureQueryData(sessionQuery).catch(() => null)) !== null)

  /** For layouts that show who is signed in: asked for together with what their pages read. */
  const startSession = async () => {
    await queryClient.prefetchQuery(sessionQuery)
    return null
  }

  const dashboard = () => import('../study/dashboard-page.tsx')
  const students = () => import('../accounts/admin/students-tab.tsx')
  const question = () => import('../questions/question-page.tsx')

  return [
    {
      Component: AppFrame,
      ErrorBoundary: FailedPage,
      HydrateFallback: CenteredSpinner,
      children: [
        {
          lazy: async () => ({ Component: (await import('./public-layout.tsx')).PublicLayout }),
          children: [
            {
              ErrorBoundary: FailedPage,
              children: [
                { path: '/login', ...page(() => import('../accounts/login-page.tsx')) },
                { path: '/verify-email', ...page(() => import('../accounts/verify-email-page.tsx')) },
                { path: '/forgot-password', ...page(() => import('../accounts/forgot-password-page.tsx')) },
                { path: '/reset-password', ...page(() => import('../accounts/reset-password-page.tsx')) },
                { path: '/confirm-email', ...page(() => import('../accounts/confirm-email-page.tsx')) },
                { path: '/unsubscribe', ...page(() => import('../reminders/unsubscribe-page.tsx')) },
                { path: '/exam-outcome', ...page(() => import('../readiness/exam-outcome-page.tsx')) },
              ],
            },
          ],
        },
        {
          lazy: async () => ({ Component: (await import('./open-layout.tsx')).OpenLayout, loader: startSession }),
          children: [
            {
              ErrorBoundary: FailedPage,
              children: [
                { path: '/legal/contact', ...page(() => import('../legal/contact-page.tsx')) },
                { path: '/readiness', ...page(() => import('../readiness/readiness-page.tsx')) },
                { path: '/tutoring', ...page(() => import('../tutoring/tutoring-page.tsx')) },
                { path: '/legal', ...page(() => import('../legal/legal-page.tsx')) },
                { path: '/legal/history', ...page(() => import('../legal/update-history-page.tsx')) },
              ],
            },
          ],
        },
        {
          lazy: async () => ({ Component: (await import('./signed-in-layout.tsx')).SignedInLayout, loader: startSession }),
          children: [
            {
              ErrorBoundary: FailedPage,
              children: [
                { path: '/', ...signedInPage(dashboard) },
                { path: '/dashboard', ...signedInPage(dashboard) },
                { path: '/modules', ...signedInPage(() => import('../study/modules-page.tsx')) },
                { path: '/study-session', ...signedInPage(() => import('../study/study-session-page.tsx')) },
                { path: '/review', ...signedInPage(() => import('../study/review-page.tsx')) },
                { path: '/study-mode', ...signedInPage(() => import('../study/study-mode-page.tsx')) },
                { path: '/analytics', ...signedInPage(() => import('../analytics/analytics-page.tsx')) },
                { path: '/practice', ...signedInPage(() => import('../study/practice-page.tsx')) },
                { path: '/tutor', ...signedInPage(() => import('../study/tutor-page.tsx')) },
                { path: '/exam', ...signedInPage(() => import('../study/exam-page.tsx')) },
                { path: '/practice-exam', ...signedInPage(() => import('../exams/practice-exams-page.tsx')) },
                { path: '/practice-exam/:id', ...signedInPage(() => import('../exams/practice-exam-page.tsx')) },
                { path: '/practice-exam/:id/results', ...signedInPage(() => import('../exams/results-page.tsx')) },
                { path: '/questions/:id', ...signedInPage(question) },
                { path: '/question/:id', ...signedInPage(question) },
                { path: '/profile', ...signedInPage(() => import('../accounts/profile-page.tsx')) },
                { path: '/settings', ...signedInPage(() => import('../accounts/settings-page.tsx')) },
                { path: '/reminders', ...signedInPage(() => import('../reminders/reminders-page.tsx')) },
                { path: '/subscription', ...signedInPage(() => import('../billing/subscription-page.tsx')) },
                { path: '/tutoring/apply', ...signedInPage(() => import('../tutoring/application-page.tsx')) },
                { path: '/tutoring/tutor', ...signedInPage(() => import('../tutoring/tutor-desk-page.tsx')) },
                { path: '/checkout', ...signedInPage(() => import('../billing/checkout-page.tsx')) },
                { path: '/security', ...signedInPage(() => import('../accounts/security-page.tsx')) },
                { path: '/review-requests', ...signedInPage(() => import('../questions/review-requests-page.tsx')) },
                { path: '/admin/questions', ...signedInPage(() => import('../questions/admin/questions-page.tsx')) },
                { path: '/admin/questions/new', ...signedInPage(() => import('../questions/admin/new-question-page.tsx')) },
                { path: '/admin/questions/:id', ...signedInPage(() => import('../questions/admin/question-page.tsx')) },
                { path: '/admin/roles', ...signedInPage(() => import('../accounts/admin/roles-page.tsx')) },
                {
                  lazy: async () => ({ Component: (await import('../dashboards/dashboard-layout.tsx')).DashboardLayout }),
                  children: [
                    {
                      ErrorBoundary: FailedPage,
                      children: [
                        { path: '/admin', ...signedInPage(students) },
                        { path: '/admin/students', ...signedInPage(students) },
                        { path: '/admin/students/:id', ...signedInPage(() => import('../accounts/admin/student-page.tsx')) },
                        { path: '/admin/subscriptions', ...signedInPage(() => import('../billing/admin/subscriptions-tab.tsx')) },
                        { path: '/admin/discount-codes', ...signedInPage(() => import('../billing/admin/discount-codes-tab.tsx')) },
                        { path: '/admin/revenue', ...signedInPage(() => import('../billing/admin/revenue-tab.tsx')) },
                        { path: '/admin/sessions', ...signedInPage(() => import('../tutoring/admin/sessions-tab.tsx')) },
                        { path: '/admin/tutoring-requests', ...signedInPage(() => import('../tutoring/admin/tutoring-requests-tab.tsx')) },
                        {
                          path: '/admin/tutoring-requests/:id',
                          ...signedInPage(() => import('../tutoring/admin/tutoring-request-page.tsx')),
                        },
                        { path: '/admin/performance', ...signedInPage(() => import('../admin/performance-tab.tsx')) },
                        { path: '/admin/system', ...signedInPage(() => import('../admin/system-tab.tsx')) },
                        { path: '/admin/contact-requests', ...signedInPage(() => import('../legal/admin/contact-requests-page.tsx')) },
                        { path: '/admin/audit', ...signedInPage(() => import('../admin/audit-page.tsx')) },
                        { path: '/admin/review-requests', ...signedInPage(() => import('../questions/admin/review-requests-page.tsx')) },
                        { path: '/admin/review-requests/:id', ...signedInPage(() => import('../questions/admin/review-request-page.tsx')) },
                      ],
                    },
                  ],
                },
                { path: '*', ...page(() => import('./not-found-page.tsx')) },
              ],
            },
          ],
        },
      ],
    },
  ]
}

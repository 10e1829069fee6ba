import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import { sessionQuery } from '../api/session.ts'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { AppFrame } from './app-frame.tsx'
import { FailedPage } from './failed-page.tsx'

/**
 * The one shape of a page's module. Its default export is the screen. A `clientLoader` fetches what the screen needs while its code
 * still loads: `export const clientLoader = (queryClient: QueryClient) => queryClient.ensureQueryData(someQuery)`.
 */
interface PageModule {
  default: ComponentType
  clientLoader?: (queryClient: QueryClient, address: LoaderFunctionArgs) => Promise<unknown>
}

/** The table of contents: every address of the product, and the screen that answers there. */
export const createRoutes = (queryClient: QueryClient): RouteObject[] => {
  /** A screen whose code is loaded when it is first visited. */
  const page = (load: () => Promise<PageModule>) => ({ lazy: async () => ({ Component: (await load()).default }) })

  /** A screen for those who are signed in. Its loader waits for the session, so that nothing is fetched for nobody. */
  const signedInPage = (load: () => Promise<PageModule>) => ({
    lazy: async () => {
      const { default: Component, clientLoader } = await load()
      if (!clientLoader) return { Component }
      const loader = async (address: LoaderFunctionArgs) => {
        const user = await queryClient.ensureQueryData(sessionQuery).catch(() => null)
        if (user) await clientLoader(queryClient, address)
        return null
      }
      return { Component, loader }
    },
  })

  const dashboard = () => import('../study/dashboard-page.tsx')
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
              ],
            },
          ],
        },
        {
          lazy: async () => ({ Component: (await import('./signed-in-layout.tsx')).SignedInLayout }),
          children: [
            {
              ErrorBoundary: FailedPage,
              children: [
                { path: '/', ...signedInPage(dashboard) },
                { path: '/dashboard', ...signedInPage(dashboard) },
                { path: '/modules', ...signedInPage(() => import('../study/modules-page.tsx')) },
                { path: '/study-session', ...signedInPage(() => import('../study/study-session-page.tsx')) },
                { path: '/questions/:id', ...signedInPage(question) },
                { path: '/question/:id', ...signedInPage(question) },
                { path: '/review-requests', ...signedInPage(() => import('../questions/review-requests-page.tsx')) },
                { path: '/admin/reviews', ...signedInPage(() => import('../admin/reviews-page.tsx')) },
                { path: '/admin/reviews/:id', ...signedInPage(() => import('../admin/review-page.tsx')) },
                { path: '*', ...page(() => import('./not-found-page.tsx')) },
              ],
            },
          ],
        },
      ],
    },
  ]
}

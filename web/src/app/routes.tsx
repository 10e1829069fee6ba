import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { sessionQuery } from '../api/session.ts'
import { everyScreen, isOpen, rightFor, type Screen, type ScreenName } from '../screens.ts'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import { FailedPage } from './failed-page.tsx'
import { pageModules } from './page-modules.ts'

export const createRoutes = (queryClient: QueryClient): RouteObject[] => {
  /** The loader waits for the session, so that nothing is fetched for visitors. */
  const isSignedIn = async () => (await queryClient.ensureQueryData(sessionQuery).catch(() => null)) !== null

  const route = (screen: Screen, load: (typeof pageModules)[ScreenName], path: string): RouteObject => ({
    path,
    lazy: async () => {
      const { default: Page, clientLoader } = await load()
      const right = rightFor(screen)
      const guard = right && (await import('../page/right-required.tsx'))
      const mayRead = async () => isOpen(screen) || ((await isSignedIn()) && (!guard || (await guard.mayRead(queryClient, right))))
      const loader = async (address: LoaderFunctionArgs) => {
        if (clientLoader && (await mayRead())) await clientLoader(queryClient, address)
        return null
      }
      const Component: ComponentType = guard
        ? () => (
            <guard.RightRequired right={right}>
              <Page />
            </guard.RightRequired>
          )
        : Page
      return { Component, ...(clientLoader && { loader }) }
    },
  })

  const routesIn = (frame: Screen['frame']): RouteObject[] =>
    everyScreen
      .filter((screen) => screen.frame === frame)
      .flatMap((screen) => screen.at.map((path) => route(screen, pageModules[screen.name], path)))

  const layout = (load: () => Promise<Pick<RouteObject, 'Component' | 'loader'>>, children: RouteObject[]): RouteObject => ({
    lazy: load,
    children: [{ ErrorBoundary: FailedPage, children }],
  })

  /** Reads the session together with what the pages read. */
  const loader = async () => {
    await queryClient.prefetchQuery(sessionQuery)
    return null
  }

  const dashboard = layout(
    async () => ({ Component: (await import('../dashboards/dashboard-layout.tsx')).DashboardLayout }),
    routesIn('dashboard'),
  )
  const notFound: RouteObject = { path: '*', lazy: async () => ({ Component: (await import('./not-found-page.tsx')).default }) }
  return [
    {
      Component: AppFrame,
      ErrorBoundary: FailedPage,
      HydrateFallback: CenteredSpinner,
      children: [
        layout(async () => ({ Component: (await import('./public-layout.tsx')).PublicLayout }), routesIn('public')),
        layout(async () => ({ Component: (await import('./open-layout.tsx')).OpenLayout, loader }), routesIn('open')),
        layout(
          async () => ({ Component: (await import('./signed-in-layout.tsx')).SignedInLayout, loader }),
          [...routesIn('signedIn'), dashboard, notFound],
        ),
      ],
    },
  ]
}

const AppFrame = () => (
  <>
    <NavigationBar />
    <FocusOnNavigation />
    <Outlet />
    <ScrollRestoration />
  </>
)

/** Appears late, so that quick navigations do not flicker. */
const NavigationBar = () =>
  useNavigation().state === 'loading' && (
    <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-appear-late overflow-hidden">
      <div className="h-full w-full animate-breathe bg-brand" />
    </div>
  )

/** Moves focus to the new screen's heading after a navigation, so that it is read out and Tab starts there. */
function FocusOnNavigation() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname])
  return null
}

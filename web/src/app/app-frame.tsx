import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'

export const AppFrame = () => (
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

import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { authToken } from '../api/auth-token.ts'
import { pressShown } from '../api/press-shown.ts'
import { createQueryClient } from '../api/query-client.ts'
import { SIGN_IN_ADDRESS } from '../paths.ts'
import { Toaster, toast } from '../ui/toast.tsx'
import { Tooltips } from '../ui/tooltip.tsx'
import { createRoutes } from './routes.tsx'
import { InPlaceOfShell, whenShellMayGo } from './shell-in-page.ts'
import '../offline/install-offer.ts'
import '../ui/theme.css'

const SIGN_IN_DELAY_MS = 500
let leaving = false

/** The session has ended while somebody was at work. Several calls may find out at once; one of them acts. */
const signInAgain = () => {
  if (leaving) return
  leaving = true
  authToken.clear()
  void import('../offline/forget-kept.ts').then(({ forgetKept }) => forgetKept()).catch(() => undefined)
  toast({ title: 'You are logged out.', description: 'Logging in again...', variant: 'destructive' })
  setTimeout(() => window.location.assign(SIGN_IN_ADDRESS), SIGN_IN_DELAY_MS)
}

const RELOADED_AT = 'medicready.reloadedAt'
const RELOAD_PAUSE_MS = 60_000

/**
 * After an update the server no longer has the parts of the old version: load the new one, but not over and over when
 * that is not the cause.
 */
window.addEventListener('vite:preloadError', (event) => {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
  if (!navigator.onLine || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return
  event.preventDefault()
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  window.location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

// A press is shown before what queries and commands make of it, which may be much to draw.
notifyManager.setScheduler((tell) => {
  const shown = pressShown()
  if (shown) void shown.then(tell)
  else setTimeout(tell)
})

const queryClient = createQueryClient(signInAgain)
const router = createBrowserRouter(createRoutes(queryClient))

/** In parts between which the browser gets to draw and to listen. */
const start = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
          <Tooltips />
          <InPlaceOfShell root={root} router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )

const register = () =>
  import('../offline/register.ts')
    .then(({ registerServiceWorker }) => registerServiceWorker(router, queryClient))
    .catch((error: unknown) => console.error('The service worker was not registered', error))

void whenShellMayGo({ root, router, queries: queryClient }).then(() => {
  start()
  // Once the page has loaded, so that it takes nothing from the first screen.
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register)
})

import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'
import { authToken, laterLogOut } from '../api/auth-token.ts'
import { clockSkew } from '../api/clock-skew.ts'
import { createQueryClient } from '../api/query-client.ts'
import { doBeforeSession } from '../api/session.ts'
import { SIGN_IN_ADDRESS } from '../paths.ts'
import { zoneOfDevice } from '../shared/time-zones.ts'
import { partsHydrated } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import { App } from './app.tsx'
import { LEFT_TO_BROWSER, PAGE_DATA_ID, type PageData } from './page-data.ts'
import { createRoutes } from './routes.tsx'
import '../offline/install-offer.ts'
import '../ui/theme.css'

const SIGN_IN_DELAY_MS = 500
let leaving = false

/** The session ended during work. Several calls may find out at once; one of them acts. */
const signInAgain = () => {
  if (leaving) return
  leaving = true
  authToken.clear()
  void import('../offline/kept-reads.ts').then(({ forgetKept }) => forgetKept()).catch(() => undefined)
  toast({ title: 'You are logged out.', description: 'Logging in again...', variant: 'destructive' })
  setTimeout(() => window.location.assign(SIGN_IN_ADDRESS), SIGN_IN_DELAY_MS)
}

const RELOADED_AT = 'medicready.reloadedAt'
const RELOAD_PAUSE_MS = 60_000
const SCROLL_POSITIONS = 'react-router-scroll-positions'

/** After an update the old version's chunks are gone: load the new one, but not in a loop. */
window.addEventListener('vite:preloadError', (event) => {
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
  if (!navigator.onLine || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return
  event.preventDefault()
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  window.location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root"')

/** Null where the page was not rendered by the server, or where this device is to log out first. */
function pageData(): PageData | null {
  const element = document.getElementById(PAGE_DATA_ID)
  return element && laterLogOut.read() === null ? (JSON.parse(element.textContent) as PageData) : null
}

doBeforeSession(async () => {
  if (laterLogOut.read() !== null) await (await import('../offline/log-out.ts')).finishLogOut()
})

const page = pageData()
const queries = createQueryClient(signInAgain)
const routes = createRoutes(queries)

function skewOf(renderedAt: number): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return clockSkew(new Date(renderedAt).toUTCString(), performance.timeOrigin + (navigation?.responseStart ?? 0))
}
const skew = page ? skewOf(page.renderedAt) : 0

async function takeOver({ queries: read, loaderData }: PageData) {
  hydrate(queries, read)
  // The server compared its own clock.
  if (skew !== 0)
    for (const [key, data] of queries.getQueriesData<{ skew?: number } | null>({}))
      if (data?.skew !== undefined) queries.setQueryData(key, { ...data, skew })
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => typeof route.lazy === 'function' && Object.assign(route, await route.lazy(), { lazy: undefined })),
  )
  return createBrowserRouter(routes, { hydrationData: { loaderData: { ...loaderData } } })
}

/** By then the parts of a rendered page are hydrated. */
const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 1_000 })
  else setTimeout(work, 100)
}

const start = () => void partsHydrated().then(() => whenIdle(listen))

function listen() {
  dispatchEvent(new Event('applistens'))
  // So that this device keeps the data for offline use. Nothing else is read twice: it may use up a link.
  if (!page) return
  const read = new Set(page.queries.queries.map(({ queryHash }) => queryHash))
  void queries.invalidateQueries({ predicate: ({ queryHash, state }) => read.has(queryHash) && state.data !== null })
}

async function run(root: HTMLElement) {
  const router = page ? await takeOver(page) : createBrowserRouter(routes)
  const app = (
    <App queries={queries} renderedAt={page && page.renderedAt - skew} onStart={start}>
      <RouterProvider router={router} />
    </App>
  )
  // In slices between which the browser can paint and handle input.
  startTransition(() => {
    if (page && !keepsOwn()) hydrateRoot(root, app, { onRecoverableError })
    else createRoot(root).render(app)
  })
  const register = () =>
    import('../offline/updates.ts')
      .then(({ registerServiceWorker }) => registerServiceWorker(router, queries))
      .catch((error: unknown) => console.error('The service worker was not registered', error))
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register)
}

/** Whether this tab keeps something that the server does not know, such as a draft: then the page is rendered anew. */
function keepsOwn(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key !== RELOADED_AT && key !== SCROLL_POSITIONS)
  } catch {
    return false
  }
}

/** Expected: parts that the server left to the browser, and times of day in another time zone. */
const onRecoverableError = (error: unknown) => {
  const isExpected = (error as { digest?: string }).digest === LEFT_TO_BROWSER || page?.timeZone !== zoneOfDevice()
  if (!isExpected) console.error(error)
}

void run(root)

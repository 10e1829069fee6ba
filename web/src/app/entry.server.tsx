import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { dehydrate } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, type RouteObject, StaticRouterProvider } from 'react-router-dom'
import { createApi } from '../api/client.ts'
import { newUuid } from '../api/new-uuid.ts'
import { createQueryClient } from '../api/query-client.ts'
import { setApiOf } from '../api/read.ts'
import { sessionQuery } from '../api/session.ts'
import { jsonInScript } from '../page/document.tsx'
import { TitleTaker } from '../page/page-head.tsx'
import { everyScreen } from '../screens.ts'
import { showInstantsIn } from '../ui/words.ts'
import { App } from './app.tsx'
import { type AppAssets, appDocument } from './document.tsx'
import { LEFT_TO_BROWSER, type PageData } from './page-data.ts'
import { pageModules } from './page-modules.ts'
import { createRoutes } from './routes.tsx'

export { emptyDocument } from './document.tsx'

const zone = new AsyncLocalStorage<string>()
showInstantsIn(() => zone.getStore())

interface PageToRender {
  readonly address: string
  /** Returns null where the path is not a read. */
  readonly ask: (path: string) => Promise<Response> | null
  /** What has not arrived when this aborts is left to the browser. */
  readonly signal: AbortSignal
  readonly assets: AppAssets
  /** Files of this page alone. */
  readonly files: readonly string[]
}

/** Null where its loaders redirect, or where nothing of it is ready in time. */
export async function renderPage({ address, ask, signal, assets, files }: PageToRender): Promise<string | null> {
  const queries = createQueryClient(() => undefined)
  const calls = new Set<Promise<unknown>>()
  const fetch = (path: string) => {
    const call = ask(path)
    if (!call) return pending
    calls.add(call)
    const done = () => calls.delete(call)
    call.then(done, done)
    return call
  }
  const authToken = { read: () => null, keep: () => undefined, clear: () => undefined }
  setApiOf(queries, createApi({ fetch: (path) => fetch(String(path)), authToken, newIdempotencyKey: newUuid, origin: '' }))

  const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const { query, dataRoutes } = createStaticHandler(createRoutes(queries))
  const context = await Promise.race([query(new Request(address)), late])
  if (context === null || context instanceof Response) return null
  while (calls.size > 0 && !signal.aborted) {
    await Promise.race([Promise.allSettled(calls), late])
    await new Promise(setImmediate)
  }
  const renderedAt = Date.now()
  let title = PRODUCT_NAME
  const take = (taken: string) => {
    title = taken
  }
  const app = (
    <TitleTaker value={take}>
      <App queries={queries} renderedAt={renderedAt}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </App>
    </TitleTaker>
  )
  const timeZone = queries.getQueryData(sessionQuery.queryKey)?.timeZone ?? 'UTC'
  const html = await zone.run(timeZone, () => rendered(app, signal))
  const data: PageData = { queries: dehydrate(queries), loaderData: context.loaderData, renderedAt, timeZone }
  return appDocument({ assets, title, app: withoutStyles(html), data: jsonInScript(data), files })
}

/**
 * The content security policy refuses style attributes: a script of the page applies them. In text React escapes every
 * quotation mark, so that nothing else reads like an attribute.
 */
const withoutStyles = (html: string): string => html.replaceAll(' style="', ' data-style="')

const pending = new Promise<never>(() => undefined)

/** Parts whose data are missing when `signal` aborts show their fallback, and are rendered by the browser. */
const rendered = (app: ReactNode, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(app, {
      // In one piece: React would move later pieces into place by inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: () => LEFT_TO_BROWSER,
    })
    const stop = () => abort()
    if (signal.aborted) setImmediate(stop)
    else signal.addEventListener('abort', stop, { once: true })
  })

export async function pagesOf(): Promise<{ path: string; components: unknown[] }[]> {
  const routes = createRoutes(createQueryClient(() => undefined))
  const componentsOf = async ({ path, lazy }: RouteObject): Promise<unknown[]> => {
    const screen = everyScreen.find(({ at }) => path !== undefined && at.includes(path))
    if (screen) return [(await pageModules[screen.name]()).default]
    const part = typeof lazy === 'function' ? await lazy() : {}
    return 'Component' in part ? [part.Component] : []
  }
  return Promise.all(
    addressesOf(routes).map(async (path) => {
      const matches = matchRoutes(routes, path === '*' ? '/no/such/page' : path) ?? []
      return { path, components: (await Promise.all(matches.map(({ route }) => componentsOf(route)))).flat() }
    }),
  )
}

const addressesOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...addressesOf(children)])

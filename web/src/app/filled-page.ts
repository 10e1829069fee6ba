import { matchRoutes } from 'react-router-dom'
import type { AppShell } from '../../edge-routes.ts'
import type { FillPage } from '../../filled-pages-worker.ts'
import { createQueryClient } from '../api/query-client.ts'
import { filledShell } from './page-shells.tsx'
import { lazyPartOf, linesOf } from './route-lines.ts'
import { createRoutes, type RouteHandle } from './routes.tsx'

const TURNS = 20
/** What is rendered first asks for parts of itself that are loaded when they are needed. */
const RENDERINGS = 3

const routesFor = () => createRoutes(createQueryClient(() => undefined))

// Whoever comes first need not wait for the code.
await Promise.all(
  linesOf(routesFor())
    .filter(({ chain }) => (chain.at(-1)?.handle as RouteHandle | undefined)?.isFilled)
    .flatMap(({ chain }) => chain.map(lazyPartOf)),
)

/**
 * A page of the app with its data, as its own loaders and components make it of what the calls answered. Of calls that
 * are not among these the page waits, as a browser's would. For the edge, on a thread of its own, one at a time: while
 * a page is made, `fetch` is its own. No part of the app.
 */
const fillPage: FillPage = async ({ address, answers }) => {
  globalThis.fetch = async (input) => {
    const answer = answers[String(input)]
    return answer ? new Response(answer.body, { headers: answer.headers }) : new Promise(() => undefined)
  }
  const url = new URL(address)
  const queries = createQueryClient(() => undefined)
  const matches = matchRoutes(createRoutes(queries), url) ?? []
  const parts = await Promise.all(matches.map(async ({ route, params }) => ({ params, ...(await lazyPartOf(route)) })))
  const request = new Request(url)
  const loads = parts.map(({ loader, params }) => loader?.({ request, url, pattern: url.pathname, params, context: {} }))
  await Promise.race([Promise.allSettled(loads), turns()])
  await turns()
  const components = parts.flatMap(({ Component }) => Component ?? [])
  const known = { queries, path: matches.at(-1)?.route.path ?? '*' }
  let shell = filledShell(components, url, known)
  for (let rendering = 1; rendering < RENDERINGS; rendering++) {
    await turns()
    const { body } = shell
    shell = filledShell(components, url, known)
    if (shell.body === body) break
  }
  return leadsElsewhere(shell) ? null : shell
}
export default fillPage

/** A screen that leads to another one shows nothing itself. */
const leadsElsewhere = ({ body }: AppShell): boolean => /<main[^>]*><\/main>/.test(body)

/** Nothing that is waited for takes time: what was answered is there. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type LoaderFunction, type RouteObject, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { sessionQuery, type User } from '../api/session.ts'
import { everyScreen } from '../screens.ts'
import { createRoutes } from './routes.tsx'

/** Sees every screen. */
const user: User = {
  id: '7a4a6b6e-3f0d-4a55-9a5e-0d5f3ad2a111',
  email: 'ana@example.org',
  firstName: 'Ana',
  lastName: 'Ortiz',
  role: 'admin',
  subscriptionTier: 'premium',
  emailVerified: true,
  secondFactor: 'none',
  secondFactorRequired: false,
  phone: null,
  firstLanguage: null,
  paramedicProgram: null,
  showCorrectAnswers: true,
  dailyEmailEnabled: false,
  dailyEmailTime: '13:00',
  examDate: null,
  calmMode: false,
  showOnLeaderboard: true,
  timeZone: 'UTC',
  formerTimeZone: null,
  timeZoneChangedAt: null,
  eraseAt: null,
  mailStopped: null,
  createdAt: '2026-03-01T12:00:00.000Z',
}

const newQueries = () => {
  const queries = createQueryClient(() => undefined)
  queries.setQueryData(sessionQuery.queryKey, user)
  return queries
}

const readsOf = (queries: QueryClient): string[] =>
  queries
    .getQueryCache()
    .getAll()
    // A read that depends on typed text does not count.
    .filter(({ options }) => !('enabled' in options) || options.enabled !== false)
    .map(({ queryHash }) => queryHash)
    .sort()

interface Page {
  path: string
  lazy: () => Promise<{ Component: ComponentType; loader?: LoaderFunction }>
}

/** Every address of the product with the screen that answers there. */
const pagesOf = (routes: readonly RouteObject[]): Page[] =>
  routes.flatMap(({ path, lazy, children = [] }) => [...(path ? [{ path, lazy } as Page] : []), ...pagesOf(children)])

const params = { id: '00000000-0000-4000-8000-000000000000' }

/** A URL at which the page makes all of its reads. */
const addressOf = (path: string) =>
  new URL(`${path.replace(':id', params.id).replace('*', '/no/such/screen')}?mode=daily&token=t&outcome=passed`, 'http://medicready.test')

/** React's marker of a pending boundary. */
const WAITING = '<!--$!-->'

// The services never respond, so each page stays as it is while it waits.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))

const paths = pagesOf(createRoutes(newQueries())).map(({ path }) => path)

it('has every screen of the table, and the page for all other addresses', () => {
  expect(paths.toSorted()).toEqual([...everyScreen.flatMap(({ at }) => at), '*'].sort())
})

it.each(paths)('the page of %s starts its reads in its loader, and waits for them below a Loaded', async (path) => {
  const queries = newQueries()
  const page = pagesOf(createRoutes(queries)).find((candidate) => candidate.path === path)
  if (!page) throw new Error(`No page answers at ${path}.`)
  const before = readsOf(queries)
  const { Component, loader } = await page.lazy()
  const url = addressOf(path)
  await loader?.({ request: new Request(url), url, pattern: path, params, context: {} })
  const started = readsOf(queries)

  const router = createMemoryRouter([{ path, Component }], { initialEntries: [url.pathname + url.search] })
  const screen = renderToString(createElement(QueryClientProvider, { client: queries }, createElement(RouterProvider, { router })))
  expect(readsOf(queries)).toEqual(started)
  expect(screen.includes(WAITING)).toBe(started.length > before.length)
})

import type { Call } from '@medicready/domain/contract/call'
import { contract } from '@medicready/domain/contract/contract'
import type { ComponentType } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import type { User } from '../api/session.ts'
import { type PageShell, STAND_IN, sameShell, shellOf, type Viewer } from './page-shells.tsx'
import { lazyPartOf, linesOf } from './route-lines.ts'
import { createRoutes, type RouteHandle } from './routes.tsx'
import { sampleUser } from './sample-user.ts'

/**
 * How each page begins, found out from the table of routes itself: its loaders are run, as the browser runs them, and
 * what they ask first is noted. For the build, which tells the edge; no part of the app.
 */
export interface PageBeginning {
  /** As the table of routes has it: `/questions/:id`. */
  readonly path: string
  /** Where reads depend on the search: what it must say. Null for every search, with the reads that none changes. */
  readonly search: string | null
  /** The modules of its layouts and its own, as Vite's manifest names them. */
  readonly sources: readonly string[]
  /** The calls that it begins with, whoever looks at it. Parameters are written as in the path: `:id`. */
  readonly reads: { readonly visitor: readonly string[]; readonly signedIn: readonly string[] }
  /** What is shown at once. */
  readonly shells: Shells
  /** The same where no search is given; null where that makes no difference. */
  readonly shellsUnsearched: Shells | null
  /** Whether those who are signed in are shown it with its data at once: RouteHandle. */
  readonly isFilled: boolean
}

type Shells = Readonly<Record<Viewer, PageShell>>

/** Whoever may look at a page. A call that not all of them begin with is in nobody's page. */
const people: readonly User[] = [
  sampleUser,
  { ...sampleUser, subscriptionTier: 'premium', calmMode: true },
  { ...sampleUser, role: 'tutor' },
  { ...sampleUser, role: 'admin', subscriptionTier: 'premium' },
]

/** Stands for every value that an address may have, so that what depends on it is found again. */
const standInFor = (parameter: string): string => `${STAND_IN}${Buffer.from(parameter.padEnd(6, '_')).toString('hex').slice(0, 12)}`

/** In a search of which nothing is known, every name may have a value. */
const ANY_SEARCH = 'any'

const linesFor = () => linesOf(createRoutes(createQueryClient(() => undefined)))

/** `entries`: the modules that the table of routes loads when they are needed, as Vite's manifest names them. */
export async function pageBeginnings(entries: readonly string[]): Promise<PageBeginning[]> {
  const sourceOf = await sourcesByComponent(entries)
  const beginnings: PageBeginning[] = []
  for (const { path, chain } of linesFor()) {
    const { searches = [], isFilled = false } = (chain.at(-1)?.handle ?? {}) as RouteHandle
    const components = (await Promise.all(chain.map(lazyPartOf))).flatMap((part) => part?.Component ?? [])
    const sources = components.map((component) => sourceOf.get(component) ?? missing(path))
    for (const search of [...searches, null]) {
      const asked = async (user: User | null) =>
        search === null ? common([await readsOf(path, '', user), await readsOf(path, ANY_SEARCH, user)]) : readsOf(path, search, user)
      const signedIn = common(await inTurn(people, asked)).filter((read) => mayBeAskedBy('signedIn', read))
      const visitor = (await asked(null)).filter((read) => mayBeAskedBy('visitor', read))
      const shells = await shellsOf(path, search === null ? ['', ANY_SEARCH] : [search], components)
      const unsearched = search === null ? await shellsOf(path, [''], components) : shells
      const shellsUnsearched = unsearched.visitor.body === shells.visitor.body ? null : unsearched
      beginnings.push({ path, search, sources, reads: { visitor, signedIn }, shells, shellsUnsearched, isFilled })
    }
  }
  return beginnings
}

/** Which module each component is from: a route loads its own with `import()`, of which only what it loads is left. */
async function sourcesByComponent(entries: readonly string[]): Promise<Map<unknown, string>> {
  const sources = new Map<unknown, string>()
  for (const entry of entries) {
    const module = (await import(/* @vite-ignore */ `/${entry}`)) as Record<string, unknown>
    for (const exported of Object.values(module)) if (typeof exported === 'function') sources.set(exported, entry)
  }
  return sources
}

const missing = (path: string): never => {
  throw new Error(`The page of ${path} is in no module that the build has for itself.`)
}

const common = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((read) => lists.every((list) => list.includes(read)))

/** One after the other: while loaders run, `fetch` is ours. */
async function inTurn<Of, Result>(list: readonly Of[], work: (of: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const of of list) results.push(await work(of))
  return results
}

/** The address of a page with stand-ins for its parameters. */
function addressOf(path: string, search: string): URL {
  const filled = (text: string) => text.replace(/:(\w+)/g, (_, name: string) => standInFor(name)).replace('*', 'no/such/screen')
  return new URL(filled(path) + (search === ANY_SEARCH ? '' : filled(search)), 'http://medicready.test')
}

/** While `work` runs, every call goes to `answer`; in a search of which nothing is known, every name has a value. */
async function inBrowserOf<Result>(search: string, answer: typeof fetch, work: () => Promise<Result>): Promise<Result> {
  const { fetch } = globalThis
  const { get, has } = URLSearchParams.prototype
  globalThis.fetch = answer
  if (search === ANY_SEARCH) {
    URLSearchParams.prototype.get = () => ANY_SEARCH
    URLSearchParams.prototype.has = () => true
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = fetch
    Object.assign(URLSearchParams.prototype, { get, has })
  }
}

/** What is shown at once at these searches. */
async function shellsOf(path: string, searches: readonly string[], components: readonly ComponentType[]): Promise<Shells> {
  const shownTo = async (viewer: Viewer) =>
    sameShell(
      await inTurn(searches, (search) => inBrowserOf(search, never, async () => shellOf(components, addressOf(path, search), viewer))),
    )
  return { visitor: await shownTo('visitor'), signedIn: await shownTo('signedIn') }
}

const never = () => new Promise<never>(() => undefined)

/** What the loaders of a page ask at once, and as soon as they know who is signed in. */
async function readsOf(path: string, search: string, user: User | null): Promise<string[]> {
  const routes = createRoutes(createQueryClient(() => undefined))
  const line = linesOf(routes).find((candidate) => candidate.path === path)
  const loaders = (await Promise.all((line?.chain ?? []).map(lazyPartOf))).flatMap((part) => part?.loader ?? [])
  const names = [...`${path} ${search}`.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, standInFor(name)]))
  const url = addressOf(path, search)

  const reads: string[] = []
  const answer: typeof fetch = async (input) => {
    const address = names.reduce((text, name) => text.replaceAll(standInFor(name), `:${name}`), String(input))
    reads.push(address)
    if (address !== '/api/auth/user') return new Promise(() => undefined)
    return user ? Response.json(user) : Response.json({ message: 'Unauthorized', code: 'unauthorized' }, { status: 401 })
  }
  await inBrowserOf(search, answer, async () => {
    const address = { request: new Request(url), url, pattern: path, params, context: {} }
    // One that fails, here for want of a browser's stores, has asked what it asked.
    await Promise.race([Promise.allSettled(loaders.map((loader) => loader(address))), afterWhatIsAtHand()])
    await afterWhatIsAtHand()
  })
  return [...new Set(reads)]
}

const TURNS = 50
/** Nothing that loaders wait for takes time: who is signed in is answered at once. */
async function afterWhatIsAtHand(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const calls: readonly (readonly [string, Call])[] = Object.entries(contract)
const readCalls = calls
  .filter(([key, { service }]) => key.startsWith('GET ') && service === 'read-api')
  .map(([key, call]) => ({ call, path: new RegExp(`^${key.slice(4).replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** A plan or a right that a call asks for is not known before it is made. */
function mayBeAskedBy(who: 'visitor' | 'signedIn', read: string): boolean {
  const found = readCalls.find(({ path }) => path.test(read.split('?', 1)[0] ?? ''))?.call
  if (!found || found.tier !== undefined) return false
  return found.access === 'visitor' || (who === 'signedIn' && found.access === 'signedIn')
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { OwnPlace } from './nav-bar.tsx'
import { OpenLayout, VisitorLayout } from './open-layout.tsx'
import { PublicLayout } from './public-layout.tsx'
import { SignedInFrame, SignedInLayout } from './signed-in-layout.tsx'

/**
 * What of a page is there before its code and its data are: the same components, rendered at build time for somebody of
 * whom nothing is known. Whatever asks who it is or for data shows what it shows while it waits. The edge sends it in
 * the HTML, and the app takes its place once it knows more. For the build; no part of the app.
 */
export interface PageShell {
  /** The document's, where it needs no data. */
  readonly title: string | null
  readonly body: string
}

/** How the values begin that stand for those of an address. */
export const STAND_IN = '00000000-0000-4000-8000-'

export type Viewer = 'visitor' | 'signedIn'

function SignedInShell() {
  const session = useSession()
  const whose = session.state === 'signedIn' ? <OwnPlace user={session.user} /> : <Skeleton className="mx-1.5 size-8 sm:w-32" />
  return (
    <SignedInFrame whose={whose}>
      <Suspense fallback={<CenteredSpinner />}>
        <Outlet />
      </Suspense>
    </SignedInFrame>
  )
}

const waiting = (Layout: ComponentType) => () => (
  <Suspense fallback={<CenteredSpinner />}>
    <Layout />
  </Suspense>
)

const [PublicShell, VisitorShell] = [waiting(PublicLayout), waiting(VisitorLayout)]

/** A layout as it stands before it is known who is signed in. */
function shellOfLayout(component: ComponentType, viewer: Viewer): ComponentType {
  if (component === SignedInLayout) return SignedInShell
  if (component === OpenLayout) return viewer === 'signedIn' ? SignedInShell : VisitorShell
  return component === PublicLayout ? PublicShell : component
}

const Waiting = () => <CenteredSpinner />

/** A page as it is shown at once, and its frame alone. */
interface Shell {
  readonly whole: string
  readonly frame: string
}

/** `components`: the layouts and the page, from the outside in. What depends on the moment is in no shell. */
export function shellOf(components: readonly ComponentType[], address: URL, viewer: Viewer): Shell {
  const shells = components.map((component) => shellOfLayout(component, viewer))
  const frame = render([...shells.slice(0, 1), Waiting], address)
  const [whole = frame, ...others] = moments.map((moment) => at(moment, () => render(shells, address)))
  return { whole: others.every((other) => other === whole) ? whole : frame, frame }
}

/** What is the same at all addresses, without what depends on them: such a page waits with a spinner in its frame. */
export function sameShell(shells: readonly Shell[]): PageShell {
  const [{ whole, frame } = { whole: '', frame: '' }, ...others] = shells
  return withoutTitle(others.every((other) => other.whole === whole) && !whole.includes(STAND_IN) ? whole : frame)
}

interface Known {
  readonly queries: QueryClient
  /** How the route has the address: `/questions/:id`. */
  readonly path: string
}

/** The page for somebody of whom it is known what these queries hold. */
export const filledShell = (components: readonly ComponentType[], address: URL, known: Known): PageShell =>
  withoutTitle(
    render(
      components.map((component) => shellOfLayout(component, 'signedIn')),
      address,
      known,
    ),
  )

const knowingNothing = ({ pathname }: URL): Known => ({ queries: createQueryClient(() => undefined), path: pathname })

function render(components: readonly ComponentType[], address: URL, { queries, path } = knowingNothing(address)): string {
  const [page = Waiting, ...layouts] = components.toReversed()
  const route = layouts.reduce<RouteObject>((child, Component) => ({ Component, children: [child] }), { path, Component: page })
  const router = createMemoryRouter([route], { initialEntries: [address.pathname + address.search] })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Half a year and half a day apart. */
const moments = [Date.UTC(2026, 0, 1, 3), Date.UTC(2026, 6, 2, 15)]

function at<Result>(moment: number, work: () => Result): Result {
  const { Date: Clock } = globalThis
  globalThis.Date = class extends Clock {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [moment] : given) as [number]))
    }
    static override now = () => moment
  } as DateConstructor
  try {
    return work()
  } finally {
    globalThis.Date = Clock
  }
}

function withoutTitle(html: string): PageShell {
  const title = /<title>(.*?)<\/title>/.exec(html)
  return { title: title?.[1] ?? null, body: html.replaceAll(/<title>.*?<\/title>/g, '') }
}

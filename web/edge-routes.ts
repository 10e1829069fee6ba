import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, pageOf } from './edge-pages.ts'

/** A page of the app as the build tells the edge of it: see src/app/page-beginnings.ts. */
export interface AppPage {
  /** As the table of routes has it: `/questions/:id`. */
  readonly path: string
  /** What the search must say; null for every search. */
  readonly search: string | null
  /** The files that are loaded to show it, beside those of every page. */
  readonly files: readonly string[]
  /** The calls that it begins with, by who looks at it. Parameters are written as in the path. */
  readonly reads: { readonly visitor: readonly string[]; readonly signedIn: readonly string[] }
  /** What is shown at once, as HTML, by who looks at it. */
  readonly shells: AppShells
  /** The same where no search is given; null where that makes no difference. */
  readonly shellsUnsearched: AppShells | null
  /** Whether those who are signed in are shown it with its data at once. */
  readonly isFilled: boolean
}

type AppShells = Readonly<Record<'visitor' | 'signedIn', AppShell>>

/** What stands in a page until the app does. */
export interface AppShell {
  /** The document's; null where it needs data. */
  readonly title: string | null
  readonly body: string
}

/** The app's page at an address, and what is to be loaded at once, as values of `Link` headers. */
interface Beginning {
  /** The same for all values of the address's parameters. */
  readonly page: Page
  readonly links: readonly string[]
  /** Those of the links that depend on parameters: the page cannot name them. */
  readonly ownLinks: readonly string[]
  /** The calls that fill it with data, and the page to fill; null where it goes out as it is. */
  readonly filled: { readonly reads: readonly string[]; readonly frame: string } | null
}

const NO_SHELL: AppShell = { title: null, body: '' }
const UNKNOWN: AppPage = {
  path: '*',
  search: null,
  files: [],
  reads: { visitor: [], signedIn: [] },
  shells: { visitor: NO_SHELL, signedIn: NO_SHELL },
  shellsUnsearched: null,
  isFilled: false,
}

type Parameters = Readonly<Record<string, string>>
const PARAMETER = /:\w/

/** The app's page for each address: the same for all, and in it the files and the calls with which its route begins. */
export class AppPages {
  readonly #pages: readonly (AppPage & { readonly pattern: RegExp })[]
  readonly #frame: string
  readonly #filledFrame: string
  readonly #kept = new Map<string, Page>()
  readonly #frames = new Map<AppPage, string>()

  /** `frame`: the page without what routes need. */
  constructor(dist: string, frame: string) {
    const file = join(dist, '.vite/pages.json')
    if (!existsSync(file)) throw new Error(`The web is not built: ${dist} holds no .vite/pages.json. Run "npm run build" first.`)
    const pages = JSON.parse(readFileSync(file, 'utf8')) as AppPage[]
    this.#pages = pages.toSorted(byRank).map((page) => ({ ...page, pattern: patternOf(page.path) }))
    this.#frame = frame
    this.#filledFrame = withAllStyles(frame)
  }

  /** `search` begins with its question mark. */
  at(path: string, search: string, who: 'visitor' | 'signedIn'): Beginning {
    const { page, parameters } = this.#match(path, new URLSearchParams(search))
    const common = page.reads[who].filter((read) => !PARAMETER.test(read))
    const own = page.reads[who]
      .filter((read) => PARAMETER.test(read))
      .map((read) => read.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')))
    const reads = [...common, ...own]
    const shells = (search === '' && page.shellsUnsearched) || page.shells
    const key = `${who} ${page.path}${page.search ?? ''}${shells === page.shellsUnsearched ? ' unsearched' : ''}`
    const kept = this.#kept.get(key) ?? pageOf(withParts(withShell(this.#frame, shells[who]), page.files, common))
    this.#kept.set(key, kept)
    const frame = () => {
      const known = this.#frames.get(page) ?? withParts(this.#filledFrame, page.files, common)
      this.#frames.set(page, known)
      return known
    }
    return {
      page: kept,
      links: linksTo(page.files, reads),
      ownLinks: linksTo([], own),
      filled: who === 'signedIn' && page.isFilled ? { reads, frame: frame() } : null,
    }
  }

  #match(path: string, search: URLSearchParams): { page: AppPage; parameters: Parameters } {
    for (const page of this.#pages) {
      const found = page.pattern.exec(path)
      const given = found && (page.search === null ? {} : searched(page.search, search))
      if (given) return { page, parameters: { ...decoded(found.groups ?? {}), ...given } }
    }
    return { page: UNKNOWN, parameters: {} }
  }
}

/** Whole words before parameters, and what asks for a search before what does not, as the app's router has it. */
const byRank = (one: AppPage, other: AppPage): number => (rankOf(one) < rankOf(other) ? 1 : -1)
const rankOf = ({ path, search }: AppPage): string =>
  path === '*' ? '' : path.replaceAll(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '2')) + (search === null ? '' : '?')

const patternOf = (path: string): RegExp =>
  path === '*' ? /^/ : new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '')}/?$`)

/** What cannot be decoded does not get here. */
const decoded = (groups: Parameters): Parameters =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))

/** The parameters of a search, where it says all that is wanted. */
function searched(wanted: string, search: URLSearchParams): Parameters | null {
  const parameters: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(wanted)) {
    const given = search.get(name)
    if (!given || (!value.startsWith(':') && given !== value)) return null
    if (value.startsWith(':')) parameters[value.slice(1)] = given
  }
  return parameters
}

/** Where the app will stand. */
const ROOT = '<div id="root"></div>'

/** What is there before the app is. */
export const withShell = (frame: string, { title, body }: AppShell, isFilled = false): string =>
  (title === null ? frame : frame.replace(/<title>.*?<\/title>/, () => `<title data-shell="">${title}</title>`)).replace(ROOT, () =>
    body === '' ? ROOT : `<div id="root" data-shell=""${isFilled ? ' data-filled=""' : ''}>${body}</div>`,
  )

/** What data show may look like anything: it is painted with the app's own style sheet, at hand from then on. */
function withAllStyles(frame: string): string {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(frame) ?? []
  return sheet === '' ? frame : frame.replace(sheet, '').replace(/<style>.*?<\/style>/s, () => sheet)
}

/**
 * Calls are asked for as the app's client does (`credentials: 'include'`), or they would be asked twice; and before
 * what is in the page is painted, which they do not hold up as code does.
 */
function withParts(html: string, files: readonly string[], reads: readonly string[]): string {
  const calls = reads.map((read) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escaped(read)}">`)
  const parts = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${calls.join('')}</head>`).replace('</template>', () => `${parts.join('')}</template>`)
}

const linksTo = (files: readonly string[], reads: readonly string[]): string[] => [
  ...files.map((file) => `</${file}>; rel=modulepreload; crossorigin`),
  ...reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin=use-credentials`),
]

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

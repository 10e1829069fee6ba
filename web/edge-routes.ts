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
}

/** The app's page at an address, and what it names to be loaded at once, as values of `Link` headers. */
interface Beginning {
  readonly page: Page
  readonly links: readonly string[]
}

type Parameters = Readonly<Record<string, string>>

/** The app's page for each address: the same for all, and in it the files and the calls with which its route begins. */
export class AppPages {
  readonly #pages: readonly (AppPage & { readonly pattern: RegExp })[]
  readonly #shell: string
  readonly #kept = new Map<string, Beginning>()

  /** `shell`: the page without what routes need. */
  constructor(dist: string, shell: string) {
    const file = join(dist, '.vite/pages.json')
    if (!existsSync(file)) throw new Error(`The web is not built: ${dist} holds no .vite/pages.json. Run "npm run build" first.`)
    const pages = JSON.parse(readFileSync(file, 'utf8')) as AppPage[]
    this.#pages = pages.toSorted(byRank).map((page) => ({ ...page, pattern: patternOf(page.path) }))
    this.#shell = shell
  }

  /** `search` begins with its question mark. */
  at(path: string, search: string, who: 'visitor' | 'signedIn'): Beginning {
    const { page, parameters } = this.#match(path, new URLSearchParams(search))
    const reads = page.reads[who].map((read) => read.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')))
    if (!reads.every((read, place) => read === page.reads[who][place])) return beginningWith(this.#shell, page.files, reads)
    const key = `${who} ${page.path}${page.search ?? ''}`
    const kept = this.#kept.get(key) ?? beginningWith(this.#shell, page.files, reads)
    this.#kept.set(key, kept)
    return kept
  }

  #match(path: string, search: URLSearchParams): { page: Pick<AppPage, 'path' | 'search' | 'files' | 'reads'>; parameters: Parameters } {
    for (const page of this.#pages) {
      const found = page.pattern.exec(path)
      const given = found && (page.search === null ? {} : searched(page.search, search))
      if (given) return { page, parameters: { ...decoded(found.groups ?? {}), ...given } }
    }
    return { page: { path: '*', search: null, files: [], reads: { visitor: [], signedIn: [] } }, parameters: {} }
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

/** Calls are asked for as the app's client does (`credentials: 'include'`), or they would be asked twice. */
function beginningWith(shell: string, files: readonly string[], reads: readonly string[]): Beginning {
  const hints = [
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escaped(read)}">`),
  ]
  return {
    page: pageOf(shell.replace('</head>', () => `${hints.join('')}</head>`)),
    links: [
      ...files.map((file) => `</${file}>; rel=modulepreload; crossorigin`),
      ...reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin=use-credentials`),
    ],
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

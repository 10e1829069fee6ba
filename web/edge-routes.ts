import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the app, as the build tells the edge: see build/app-pages.ts. */
export interface AppPage {
  /** As the table of routes has it: `/questions/:id`. */
  readonly path: string
  /** The files that are loaded to show it, beside those of every page. */
  readonly files: readonly string[]
}

/** The files with which the app's page at each address begins. */
export class AppPages {
  readonly #pages: readonly (AppPage & { readonly pattern: RegExp })[]

  constructor(dist: string) {
    const file = join(dist, '.vite/pages.json')
    if (!existsSync(file)) throw new Error(`The web is not built: ${dist} holds no .vite/pages.json. Run "npm run build" first.`)
    const pages = JSON.parse(readFileSync(file, 'utf8')) as AppPage[]
    this.#pages = pages
      .toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1))
      .map((page) => ({ ...page, pattern: patternOf(page.path) }))
  }

  filesAt(path: string): readonly string[] {
    return this.#pages.find(({ pattern }) => pattern.test(path))?.files ?? []
  }
}

/** Whole words come before parameters, as in the app's router. */
const rankOf = ({ path }: AppPage): string => (path === '*' ? '' : path.replaceAll(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '2')))

const patternOf = (path: string): RegExp => (path === '*' ? /^/ : new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`))

import { builtData } from './edge-pages.ts'

export interface AppPage {
  readonly path: string
  readonly files: readonly string[]
}

export function readAppPages(dist: string): (path: string) => readonly string[] {
  const pages = builtData<AppPage[]>(dist, '.vite/pages.json')
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1))
    .map((page) => ({ ...page, pattern: patternOf(page.path) }))
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.files ?? []
}

/** Literal parts rank before parameters, as in the app's router. */
const rankOf = ({ path }: AppPage): string => (path === '*' ? '' : path.replaceAll(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '2')))

const patternOf = (path: string): RegExp => (path === '*' ? /^/ : new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`))

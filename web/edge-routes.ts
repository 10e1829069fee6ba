import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface AppPage {
  readonly path: string
  readonly files: readonly string[]
}

export function readAppPages(dist: string): (path: string) => readonly string[] {
  const file = join(dist, '.vite/pages.json')
  if (!existsSync(file)) throw new Error(`The web is not built: ${dist} holds no .vite/pages.json. Run "npm run build" first.`)
  const pages = (JSON.parse(readFileSync(file, 'utf8')) as AppPage[])
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? 1 : -1))
    .map((page) => ({ ...page, pattern: patternOf(page.path) }))
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.files ?? []
}

/** Literal parts rank before parameters, as in the app's router. */
const rankOf = ({ path }: AppPage): string => (path === '*' ? '' : path.replaceAll(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '2')))

const patternOf = (path: string): RegExp => (path === '*' ? /^/ : new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`))

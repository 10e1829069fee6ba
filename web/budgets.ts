import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Budget {
  kilobytes: number
  modules?: string[]
  page?: string
}

const dist = join(import.meta.dirname, 'dist')
const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const { screens, kept } = read<{ screens: Record<string, Budget>; kept: { kilobytes: number } }>(join(import.meta.dirname, 'budgets.json'))
const manifest = read<Record<string, { file: string; imports?: string[] }>>(join(dist, '.vite/manifest.json'))

const filesOf = (module: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`The build has no chunk for ${module}: has the file moved? budgets.json names it.`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, found)
  return found
}

const scriptsOf = (page: string): string[] =>
  [...readFileSync(join(dist, page), 'utf8').matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(([, file]) => file ?? '')

const gzippedBytes = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length

/** What the service worker downloads once, itself included, Brotli-compressed as the edge sends it. */
function keptBytes(): number {
  const files = [...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/"url":"([^"]+)"/g)].map(([, file]) => join(dist, file ?? ''))
  if (!files.includes(join(dist, 'index.html'))) throw new Error('sw.js names no files to keep: has the form of its list changed?')
  const bytes = [join(dist, 'sw.js'), ...files].map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size)
  return bytes.reduce((sum, size) => sum + size, 0)
}

let over = false
function check(what: string, bytes: number, allowed: number): void {
  const kilobytes = bytes / 1000
  const isWithin = kilobytes <= allowed
  over ||= !isWithin
  console.log(`${what.padEnd(14)} ${kilobytes.toFixed(1).padStart(6)} KB of ${String(allowed).padStart(3)} KB  ${isWithin ? 'ok' : 'OVER'}`)
}
for (const [screen, { kilobytes: allowed, modules = [], page }] of Object.entries(screens)) {
  const files = page ? scriptsOf(page) : new Set(modules.flatMap((module) => [...filesOf(module)]))
  const bytes = [...files].reduce((sum, file) => sum + gzippedBytes(file), 0)
  check(screen, bytes, allowed)
}
check('kept offline', keptBytes(), kept.kilobytes)
if (over) {
  console.error('More is loaded than a budget in web/budgets.json allows.')
  process.exit(1)
}

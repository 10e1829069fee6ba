import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Budget {
  kilobytes: number
  /** Source files whose chunks the first visit loads, by Vite's manifest. */
  modules?: string[]
  /** A page of plain HTML, whose scripts are counted instead. */
  page?: string
}

interface Chunk {
  file: string
  imports?: string[]
}

const dist = join(import.meta.dirname, 'dist')
const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const { screens } = read<{ screens: Record<string, Budget> }>(join(import.meta.dirname, 'budgets.json'))
const manifest = read<Record<string, Chunk>>(join(dist, '.vite/manifest.json'))

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

let over = false
for (const [screen, { kilobytes: allowed, modules = [], page }] of Object.entries(screens)) {
  const files = page ? scriptsOf(page) : new Set(modules.flatMap((module) => [...filesOf(module)]))
  const kilobytes = [...files].reduce((sum, file) => sum + gzippedBytes(file), 0) / 1000
  const kept = kilobytes <= allowed
  over ||= !kept
  console.log(`${screen.padEnd(14)} ${kilobytes.toFixed(1).padStart(6)} KB of ${String(allowed).padStart(3)} KB  ${kept ? 'ok' : 'OVER'}`)
}
if (over) {
  console.error('A screen loads more JavaScript than its budget in web/budgets.json allows.')
  process.exit(1)
}

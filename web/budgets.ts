import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readAppPages } from './edge-routes.ts'
import type { AppAssets } from './src/app/document.tsx'
import type { PlainAssets } from './src/landing/plain-pages.tsx'
import { type ScreenName, screens } from './src/screens.ts'

const dist = join(import.meta.dirname, 'dist')
const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content
const budgets = read<{ screens: Partial<Record<ScreenName, number>>; landing: number; kept: number }>(
  join(import.meta.dirname, 'budgets.json'),
)
const { entry, modules } = read<AppAssets>(join(dist, '.vite/app.json'))
const { script } = read<PlainAssets>(join(dist, '.vite/plain.json'))
const filesAt = readAppPages(dist)

const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)

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
  console.log(`${what.padEnd(19)} ${kilobytes.toFixed(1).padStart(6)} KB of ${String(allowed).padStart(3)} KB  ${isWithin ? 'ok' : 'OVER'}`)
}
for (const [screen, allowed] of Object.entries(budgets.screens)) {
  const [address] = screens[screen as ScreenName].at
  check(screen, bytesOf([entry, ...modules, ...filesAt(address)]), allowed)
}
check('landing', bytesOf(['theme.js', script]), budgets.landing)
check('kept offline', keptBytes(), budgets.kept)
if (over) {
  console.error('More is loaded than a budget in web/budgets.json allows.')
  process.exit(1)
}

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCommand } from '../local/install.mjs'
import './compile-cache.ts'
import { slowest, type Timed, testsOfPlaywright, testsOfVitest } from './slowest.ts'

/**
 * `npm test`: every check, and at the end what took longest. With paths, only these tests; with `--quick`, only what
 * needs neither server nor browser.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = await mkdtemp(join(tmpdir(), 'medicready-check-'))
const [vitestFile, playwrightFile] = [join(reports, 'vitest.json'), join(reports, 'playwright.json')]

interface Step {
  readonly script: string
  readonly args?: readonly string[]
}
const vitest = (args: readonly string[]): Step => ({
  script: 'unit',
  args: ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`, ...args],
})
const scripts = (...names: readonly string[]): readonly Step[] => names.map((script) => ({ script }))

function stepsFor(args: readonly string[]): readonly Step[] {
  if (args.includes('--quick')) return [...scripts('types', 'lint'), vitest(['--project', 'unit'])]
  if (args.length === 0) return [...scripts('types', 'lint', 'rules', 'compose', 'build', 'budgets'), vitest([]), ...scripts('e2e')]
  const isForBrowser = (path: string) => /(?:^|\/)e2e(?:\/|$)/.test(path)
  const [inBrowser, others] = [args.filter(isForBrowser), args.filter((path) => !isForBrowser(path))]
  return [...(others.length > 0 ? [vitest(others)] : []), ...(inBrowser.length > 0 ? [{ script: 'e2e', args: inBrowser }] : [])]
}

async function run({ script, args = [] }: Step): Promise<number> {
  const [program, ...rest] = npmCommand(['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])])
  const child = spawn(program, rest, {
    cwd: root,
    stdio: 'inherit',
    shell: program === 'npm' && process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const { promise, resolve } = Promise.withResolvers<number>()
  child.once('close', (code) => resolve(code ?? 1))
  const code = await promise
  process.off('SIGINT', pass).off('SIGTERM', pass)
  return code
}

const readReport = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const times: Timed[] = []
const started = performance.now()
for (const step of stepsFor(process.argv.slice(2))) {
  const start = performance.now()
  process.exitCode = await run(step)
  times.push({ name: step.script, seconds: (performance.now() - start) / 1_000 })
  if (process.exitCode !== 0) break
}
const tests = [
  ...(existsSync(vitestFile) ? testsOfVitest(readReport(vitestFile), root) : []),
  ...(existsSync(playwrightFile) ? testsOfPlaywright(readReport(playwrightFile)) : []),
]
await rm(reports, { recursive: true, force: true })
const steps = slowest(times, times.length)
const slow = slowest(tests, 10)
process.stdout.write(`\n${((performance.now() - started) / 1_000).toFixed(0)} s in all${steps && `:\n${steps}`}\n`)
if (slow) process.stdout.write(`The slowest tests:\n${slow}\n`)

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
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
const before: readonly Step[] = [{ script: 'types' }, { script: 'lint' }, { script: 'rules' }]

/** What runs at the same time. */
type Together = readonly [first: Step, beside?: Step]

function stepsFor(args: readonly string[]): readonly Together[] {
  if (args.includes('--quick')) return [...before, vitest(['--project', 'unit'])].map((step) => [step])
  if (args.length === 0) {
    // Both often wait, so each gets a worker a core.
    const workers = availableParallelism()
    const together: Together = [vitest([`--maxWorkers=${workers}`]), { script: 'e2e', args: [`--workers=${workers}`] }]
    const first = [...before, { script: 'compose' }, { script: 'build' }, { script: 'budgets' }]
    return [...first.map((step): Together => [step]), together]
  }
  const isForBrowser = (path: string) => /(?:^|\/)e2e(?:\/|$)/.test(path)
  const [inBrowser, others] = [args.filter(isForBrowser), args.filter((path) => !isForBrowser(path))]
  return [...(others.length > 0 ? [vitest(others)] : []), ...(inBrowser.length > 0 ? [{ script: 'e2e', args: inBrowser }] : [])].map(
    (step) => [step],
  )
}

/** Returns the exit code, and the output of a step that runs beside another: it is shown afterwards. */
async function run({ script, args = [] }: Step, isBeside: boolean): Promise<{ code: number; output: readonly Buffer[] }> {
  const [program, ...rest] = npmCommand(['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])])
  const child = spawn(program, rest, {
    cwd: root,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: program === 'npm' && process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile },
  })
  const start = performance.now()
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const { promise, resolve } = Promise.withResolvers<number>()
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
  child.once('close', (code) => resolve(code ?? 1))
  const code = await promise
  process.off('SIGINT', pass).off('SIGTERM', pass)
  times.push({ name: script, seconds: (performance.now() - start) / 1_000 })
  return { code, output }
}

const readReport = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const times: Timed[] = []
const started = performance.now()
for (const [first, beside] of stepsFor(process.argv.slice(2))) {
  const other = beside && run(beside, true)
  const { code } = await run(first, false)
  const besides = await other
  if (besides) process.stdout.write(Buffer.concat(besides.output))
  process.exitCode = Math.max(code, besides?.code ?? 0)
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

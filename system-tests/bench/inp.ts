import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, devices } from '@playwright/test'
import { z } from 'zod'
import { systemChromium } from '../../local/chromium.mjs'
import { businessYear } from '../population/year.ts'
import { signIn, startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'
import { type Flow, flows, Hands } from './inp-flows.ts'
import { ownCore } from './own-core.ts'
import { median } from './rounds.ts'
import { cookieOf, openSchool } from './school.ts'

/** As it is, and as Lighthouse slows down for a phone. */
const SLOWDOWNS = [1, 4]
const STUDENTS = 600
const INP_MS = 100
const AIM_MS = 50
const PATIENCE_MS = 60_000
/** The last frames are reported slightly late. */
const LAST_FRAMES_MS = 1_000
const SLOWEST_TOLD = 8
const SCRIPTS_TOLD_FROM_MS = 8

const scripts = [
  join(createRequire(import.meta.url).resolve('web-vitals'), '../web-vitals.iife.js'),
  join(import.meta.dirname, 'inp-interactions.js'),
].map((path) => readFileSync(path, 'utf8'))

const Interaction = z.object({
  what: z.string(),
  duration: z.number(),
  delay: z.number(),
  processing: z.number(),
  presentation: z.number(),
  scripts: z.array(z.object({ words: z.string(), duration: z.number() })),
})
type Interaction = z.infer<typeof Interaction>
const Report = z.object({ inp: z.number(), count: z.number(), all: z.array(Interaction) })
type Report = z.infer<typeof Report>

interface Walk {
  readonly flow: Flow
  readonly slowdown: number
}

const scales = {
  quick: { rounds: 1 },
  full: { rounds: 3 },
}

/**
 * Interaction to Next Paint of the longest flows on a phone, by the web-vitals library and the browser's own input; the
 * median of the rounds. The network is not slowed down.
 */
export const inp = benchOf(scales, async ({ rounds }, log, ends): Promise<BenchFigure[]> => {
  const core = ends.use(ownCore(log, { others: true }))
  const walks = SLOWDOWNS.flatMap((slowdown) => flows.map((flow): Walk => ({ flow, slowdown })))
  const bench = ends.use(await startBenchProduct())
  const { adminId, events } = businessYear({ seed: 20, students: STUDENTS, today: new Date().toISOString().slice(0, 10) })
  const seeds = Array.from({ length: rounds * SLOWDOWNS.length }, (_, number) => 100 + number)
  const learners = await openSchool(bench, seeds, events)
  await signIn(bench.sql, [adminId], { hasSecondFactor: true })
  const baseURL = bench.environment.PUBLIC_URL
  const executablePath = systemChromium()
  const browser = ends.use(await chromium.launch({ args: [...core.chromeFlags], ...(executablePath && { executablePath }) }))
  const reports = new Map<Walk, Report[]>(walks.map((walk) => [walk, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [walk, of] of reports) {
      const learner = learners[round * SLOWDOWNS.length + SLOWDOWNS.indexOf(walk.slowdown)] ?? ''
      const cookie = cookieOf(bench, walk.flow.who === 'student' ? learner : adminId)
      of.push(await goThrough(browser, { baseURL, cookie }, walk))
    }
    log(`round ${round + 1} of ${rounds}; load ${loadavg()[0]?.toFixed(1)}`)
  }
  for (const [walk, of] of reports) for (const line of slowest(of)) log(`${nameOf(walk)}: ${line}`)
  return [...reports].map(([walk, of]) => figureOf(nameOf(walk), of))
})

const nameOf = ({ flow, slowdown }: Walk): string => (slowdown === 1 ? flow.name : `${flow.name}, ${slowdown} times slower`)

async function goThrough(
  browser: Browser,
  { baseURL, cookie }: { readonly baseURL: string; readonly cookie: ReturnType<typeof cookieOf> },
  walk: Walk,
): Promise<Report> {
  const { at, go } = walk.flow
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' })
  try {
    await context.addCookies([{ ...cookie, url: baseURL }])
    // As one: each script has a scope of its own.
    await context.addInitScript({ content: scripts.join('\n') })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: walk.slowdown })
    await page.goto(at)
    // The app handles earlier presses later, in its own time.
    await page.locator('html[data-alive]').waitFor()
    try {
      await go(new Hands(page))
    } catch (error) {
      throw new Error(`${nameOf(walk)} did not come to its end, at ${page.url()}`, { cause: error })
    }
    await page.waitForTimeout(LAST_FRAMES_MS)
    return Report.parse(await page.evaluate('interactions()'))
  } finally {
    await context.close()
  }
}

const inMs = (milliseconds: number): string => milliseconds.toFixed(0)
const spent = ({ duration, delay, processing, presentation }: Interaction): string =>
  `${inMs(duration)} ms (delay ${inMs(delay)}, work ${inMs(processing)}, to the screen ${inMs(presentation)})`

function slowest(reports: readonly Report[]): string[] {
  const all = reports.flatMap((report) => report.all).sort((one, other) => other.duration - one.duration)
  return all.slice(0, SLOWEST_TOLD).map((interaction) => {
    const long = interaction.scripts.filter(({ duration }) => duration >= SCRIPTS_TOLD_FROM_MS)
    return `${spent(interaction)} ${interaction.what}; ${long.map(({ words, duration }) => `${words} ${inMs(duration)}`).join(', ')}`
  })
}

const figureOf = (name: string, reports: readonly Report[]): BenchFigure => ({
  name: `${name}: INP`,
  value: median(reports.map(({ inp }) => inp)),
  ...atMost('ms', INP_MS, AIM_MS),
  from: `rounds ${reports.map(({ inp, count }) => `${inMs(inp)} of ${count} interactions`).join(', ')}`,
})

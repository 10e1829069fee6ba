import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CallKey } from '@medicready/domain/contract/contract'
import { z } from 'zod'
import { playwrightChromium, systemChromium } from '../../local/chromium.mjs'
import { npmCommand } from '../../local/install.mjs'
import { paths } from '../../web/src/paths.ts'
import { plainPages, type ScreenName, sampleOf, screens } from '../../web/src/screens.ts'
import { ProductClient, type Request } from '../product-client.ts'
import { type BenchProduct, signIn, startBenchProduct } from './bench-product.ts'
import { atLeast, type BenchFigure, benchOf } from './figures.ts'
import { ownCore } from './own-core.ts'
import { median } from './rounds.ts'
import { cookieOf, openSchool } from './school.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, 'lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

/** On pages that are not scored, the scores are only reported. */
const REQUIRED_SCORE = 95
const LCP_SECONDS = 2
const ATTEMPTS = 4
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const Audit = z.object({ score: z.number().nullable(), numericValue: z.number().optional() })
const Report = z.object({
  categories: z.record(
    z.enum(CATEGORIES),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.looseObject({}).transform((audits) => z.record(z.string(), Audit).parse(audits)),
})
type Report = z.output<typeof Report>

const scales = {
  quick: { rounds: 1 },
  full: { rounds: 3 },
}

/**
 * Lighthouse with its phone profile against the built product, as a visitor and as a learner. Processor times are
 * noisy, so the median of several rounds counts.
 */
export const lighthouse = benchOf(scales, async ({ rounds }, log, ends): Promise<BenchFigure[]> => {
  install(log)
  const chromium = systemChromium() ?? (await playwrightChromium())
  if (chromium === undefined) throw new Error('There is no Chromium: `npm test` installs one.')
  const core = ends.use(ownCore(log))
  const bench = ends.use(await startBenchProduct())
  const visits = await openVisits(bench)
  log(`the product runs; the load of this machine is ${loadavg()[0]?.toFixed(1)}`)
  const reports = new Map<Visit, Report[]>(visits.map((visit) => [visit, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const [visit, of] of reports) of.push(await look({ chromium, chromeFlags: core.chromeFlags }, bench.environment.PUBLIC_URL, visit))
    log(`round ${round} of ${rounds}; load ${loadavg()[0]?.toFixed(1)}`)
  }
  return [...reports].flatMap(([visit, of]) => figuresOf(visit, of))
})

interface Visit {
  readonly name: string
  readonly path: string
  readonly cookie: string | null
  /** Whether the goals for scores name it. */
  readonly isScored: boolean
}

const DAILY_QUESTIONS = 5

async function openVisits(bench: BenchProduct): Promise<readonly Visit[]> {
  const [userId = ''] = await openSchool(bench, [13])
  const client = new ProductClient(bench.environment)
  const [bearer = ''] = await signIn(bench.sql, [userId])
  let consistencyToken: bigint | undefined
  const call = async <Key extends CallKey>(key: Key, request: Request<Key>) => {
    const answer = await client.call(key, { ...request, bearer, consistencyToken })
    consistencyToken = answer.consistencyToken ?? consistencyToken
    return answer.body
  }
  const { questions } = await call('POST /api/daily-questions/generate', { body: { count: DAILY_QUESTIONS } })
  const { examId } = await call('POST /api/practice-exams/start', {
    body: { examType: 'full_exam', targetModules: [], blueprint: 'national_registry' },
  })
  // What is read from here on shows everything.
  await call('GET /api/user/analytics', {})

  const { name, value } = cookieOf(bench, userId)
  const cookie = `${name}=${value}`
  const at: Partial<Record<ScreenName, string>> = {
    question: paths.question(questions[0]?.questionId ?? ''),
    practiceExam: paths.practiceExam(examId),
  }
  const visit = (name: ScreenName, cookie: string | null, isScored: boolean): Visit => ({
    name,
    path: at[name] ?? sampleOf(screens[name]),
    isScored,
    cookie,
  })
  return [
    { name: 'landing', path: plainPages.landing.at, isScored: true, cookie: null },
    visit('login', null, true),
    visit('home', cookie, true),
    visit('question', cookie, true),
    visit('studySession', cookie, false),
    visit('modules', cookie, false),
    visit('practiceExam', cookie, true),
    visit('analytics', cookie, false),
  ]
}

interface Browser {
  readonly chromium: string
  readonly chromeFlags: readonly string[]
}

/** Installed on demand: its packages are many. */
function install(log: (line: string) => void): void {
  if (existsSync(program)) return
  log('installing Lighthouse')
  const [npm, ...args] = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  const { status } = spawnSync(npm, args, { cwd: folder, stdio: ['ignore', 2, 2], shell: npm === 'npm' && process.platform === 'win32' })
  if (status !== 0) throw new Error('Lighthouse could not be installed.')
}

/** On a busy machine a trace may lack what Lighthouse needs. */
async function look(browser: Browser, origin: string, visit: Visit): Promise<Report> {
  for (let attempt = 1; ; attempt++)
    try {
      return await lookOnce(browser, `${origin}${visit.path}`, visit.cookie)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
}

async function lookOnce({ chromium, chromeFlags }: Browser, address: string, cookie: string | null): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const file = join(directory, 'report.json')
  try {
    await run(
      process.execPath,
      [
        program,
        address,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${CATEGORIES.join(',')}`,
        '--disable-full-page-screenshot',
        '--no-enable-error-reporting',
        `--chrome-flags=${['--headless=new', ...chromeFlags.map(quoted)].join(' ')}`,
        ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
      ],
      { env: { ...process.env, CHROME_PATH: chromium } },
    )
    return Report.parse(JSON.parse(await readFile(file, 'utf8')))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Lighthouse takes a flag's value in quotes, not the flag. */
const quoted = (flag: string): string => flag.replace(/=(.* .*)$/, '="$1"')

/** Audits that keep a page from the full score; for performance the figures say that. */
const faultsOf = ({ categories, audits }: Report): string[] =>
  CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (categories[category]?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  )

function figuresOf({ name, isScored }: Visit, reports: readonly Report[]): BenchFigure[] {
  const of = (value: (report: Report) => number) => median(reports.map(value))
  const audited = (id: string) => of(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  const each = (value: (report: Report) => number, digits = 0) => reports.map((report) => value(report).toFixed(digits)).join(', ')
  const faults = [...new Set(reports.flatMap(faultsOf))].join(', ')
  const known = { required: null, aim: null, better: 'lower' } as const
  const lcp = ({ audits }: Report) => (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1_000
  return [
    ...CATEGORIES.map((category): BenchFigure => {
      const score = (report: Report) => 100 * (report.categories[category]?.score ?? Number.NaN)
      return {
        name: `${name}: ${category}`,
        value: of(score),
        ...atLeast('points', isScored ? REQUIRED_SCORE : null, 100),
        from: category === 'performance' ? `rounds ${each(score)}` : category === 'accessibility' ? faults : '',
      }
    }),
    { ...known, name: `${name}: LCP`, value: of(lcp), unit: 's', required: LCP_SECONDS, aim: 1.5, from: `rounds ${each(lcp, 2)}` },
    { ...known, name: `${name}: TBT`, value: audited('total-blocking-time'), unit: 'ms', from: '' },
    { ...known, name: `${name}: CLS`, value: audited('cumulative-layout-shift'), unit: '', from: '' },
    { ...known, name: `${name}: bytes`, value: audited('total-byte-weight') / 1_000, unit: 'KB', from: '' },
  ]
}

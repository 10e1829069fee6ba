import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { systemChromium } from '../../local/chromium.mjs'
import { paths } from '../../web/src/paths.ts'
import { takeLandingPictures } from './landing-pictures.ts'
import { floors, type ShownPage } from './pages.ts'
import { admin, beforeExam, DEMO_PASSWORD, midway } from './people.ts'

/**
 * `npm run pictures [-- <name>…]`: retakes the pictures of README.md, of the landing page (`landing`), of the installed
 * app (`manifest`), of every page, and of the worked questions in docs/analysts.md (`questions`, which need an
 * export), from the running demo. With names, only these.
 */
const address = process.env.PUBLIC_URL ?? `http://localhost:${process.env.EDGE_PORT ?? 3000}`
const folder = fileURLToPath(new URL('../../web/docs/', import.meta.url))

const WIDE = { width: 1280, height: 900 }
/** So high that notices are below the chart. */
const DOCUMENT = { width: 720, height: 2000 }
const PHONE = { width: 390, height: 844 }
const NEWS_MILLISECONDS = 2_000
const HEIGHT = 520

const single = [
  { name: 'home', file: 'dashboard', of: midway, at: paths.home(), size: WIDE },
  { name: 'analytics', file: 'analytics', of: beforeExam, at: paths.analytics(), size: WIDE },
  { name: 'admin-revenue', file: 'admin-revenue', of: admin, at: paths.adminRevenue(), size: WIDE },
  // Browsers show these before installing; web/build/installable.ts names their sizes.
  { name: 'manifest', file: '../public/screenshot-wide', of: midway, at: paths.home(), size: { width: 1280, height: 800 } },
  { name: 'manifest', file: '../public/screenshot-narrow', of: midway, at: paths.home(), size: PHONE },
  { name: 'manifest', file: '../public/screenshot-progress', of: beforeExam, at: paths.analytics(), size: PHONE },
] as const

/** The worked questions, with the figure that answers each. */
const figureOf = {
  confidence: 'accuracy',
  forgetting: 'accuracy',
  'hardest-questions': 'accuracy',
  reminders: 'came_back',
  'retention-by-week': 'share',
  'revenue-by-code': 'paid_each',
  'revenue-by-cohort': 'paid_by_then_each',
  'sessions-completed': 'sessions',
  'time-to-mastery': 'median_days',
  'what-predicts-passing': 'score',
} as const

async function open(browser: Browser, { of, at }: Pick<ShownPage, 'of' | 'at'>): Promise<Page> {
  const page = await browser.newPage({ baseURL: address, viewport: WIDE, timezoneId: 'America/Chicago', serviceWorkers: 'block' })
  if (of) await signIn(page, of.email)
  if (typeof at === 'string') await page.goto(at)
  else await at(page)
  await atRest(page)
  if (of) await dismissNews(page)
  return page
}

async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  // Placeholders appear late.
  await expect(page.locator('.animate-appear-late')).toHaveCount(0)
}

/** Notices that disappear by themselves come slightly after the page. */
async function dismissNews(page: Page): Promise<void> {
  const news = page.getByRole('button', { name: 'Dismiss', exact: true }).first()
  await news.waitFor({ timeout: NEWS_MILLISECONDS }).then(
    () => news.click(),
    () => undefined,
  )
  await expect(news).toHaveCount(0)
}

async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })
  if (!answer.ok()) throw new Error(`Signing in at ${address} as ${email} failed: is the demo running there?`)
}

const shot = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled' })

/** Wide and light, and on a phone in the dark, in one picture. */
async function shownTwice(browser: Browser, shown: ShownPage): Promise<Buffer> {
  const page = await open(browser, shown)
  const wide = await shot(page)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Colors fade between the themes.
  await page.reload()
  await atRest(page)
  const phone = await shot(page)
  await page.close()
  return beside(browser, wide, phone)
}

async function takeQuestions(browser: Browser): Promise<void> {
  const page = await open(browser, { of: admin, at: '/lab?tab=sql' })
  await page.setViewportSize(DOCUMENT)
  for (const [name, figure] of Object.entries(figureOf)) {
    const sql = await readFile(new URL(`../../docs/questions/${name}.sql`, import.meta.url), 'utf8')
    await page.getByRole('button', { name: sql.split('\n', 1)[0]?.replace('-- ', '') ?? '', exact: true }).click()
    await page.getByRole('button', { name: 'RUN' }).click()
    await page.getByLabel('Figure', { exact: true }).selectOption(figure)
    await put(`questions/${name}.png`, await page.getByRole('figure').screenshot({ animations: 'disabled' }))
  }
  await page.close()
}

async function beside(browser: Browser, ...pictures: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage()
  const images = pictures.map((picture) => `<img height="${HEIGHT}" src="data:image/png;base64,${picture.toString('base64')}">`)
  await page.setContent(`<main style="display: inline-flex; gap: 16px; background: white">${images.join('')}</main>`)
  const picture = await page.locator('main').screenshot({ type: 'jpeg', quality: 75 })
  await page.close()
  return picture
}

const gallery = (): string =>
  [
    '# Every page',
    '',
    'Wide and light, and on a phone in the dark: taken from the demonstration by `npm run pictures`.',
    ...floors.flatMap(({ title, pages }) => [
      '',
      `## ${title}`,
      ...pages.flatMap(({ name, title }) => ['', `### ${title}`, '', `![${title}](pages/${name}.jpg)`]),
    ]),
    '',
  ].join('\n')

/** Leaves unchanged pictures alone: each change stays in the repository's history. */
async function put(path: string, content: Buffer | string): Promise<void> {
  const before = await readFile(`${folder}${path}`).catch(() => null)
  if (before?.equals(Buffer.from(content))) return
  await writeFile(`${folder}${path}`, content)
  process.stdout.write(`${path}\n`)
}

const names = process.argv.slice(2)
const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name)

const executablePath = systemChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  await mkdir(`${folder}pages`, { recursive: true })
  await mkdir(`${folder}questions`, { recursive: true })
  for (const { file, size, ...picture } of single.filter(isWanted)) {
    const page = await open(browser, picture)
    await page.setViewportSize(size)
    await atRest(page)
    await put(`${file}.png`, await shot(page))
    await page.close()
  }
  if (isWanted({ name: 'landing' })) await takeLandingPictures(browser, (page) => open(browser, page))
  for (const shown of floors.flatMap(({ pages }) => pages).filter(isWanted))
    await put(`pages/${shown.name}.jpg`, await shownTwice(browser, shown))
  await put('pages.md', gallery())
  if (isWanted({ name: 'questions' })) await takeQuestions(browser)
} finally {
  await browser.close()
}

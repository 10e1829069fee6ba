import type { Page } from '@playwright/test'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** What the page at an address names to be loaded at once, and how often the browser asked for each. */
async function namedAndAsked(page: Page, address: string): Promise<{ named: string[]; asked: Record<string, number>; unused: string[] }> {
  const requests: string[] = []
  const unused: string[] = []
  const note = (request: { url(): string }) => requests.push(new URL(request.url()).pathname)
  const hear = (message: { text(): string }) => /preload.*not used because/.test(message.text()) && unused.push(message.text())
  page.on('request', note).on('console', hear)
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  page.off('request', note).off('console', hear)
  const links = (await answer?.text())?.matchAll(/<link rel="(?:modulepreload|preload" as="fetch)"[^>]* href="(\/[^"]*)"/g) ?? []
  const named = [...links].map(([, path = '']) => path)
  return { named, asked: Object.fromEntries(named.map((path) => [path, requests.filter((each) => each === path).length])), unused }
}

test('what the edge names in a page is what the page asks for, and is loaded once', async ({ page, student }) => {
  expect(student).toBeDefined()
  // Without questions for today their page leads elsewhere, and shows nothing itself.
  expect(await (await page.request.get('/study-session?mode=daily')).text()).not.toContain('data-filled')
  const [question] = await withDailyQuestions(page)
  for (const address of ['/', `/questions/${question?.questionId}`, '/study-session?mode=daily', '/modules', '/analytics', '/readiness']) {
    const { named, asked, unused } = await namedAndAsked(page, address)
    expect(named, address).toContain('/api/auth/user')
    expect(unused, address).toEqual([])
    expect(asked, address).toEqual(Object.fromEntries(named.map((path) => [path, 1])))
  }
})

test('a page names nothing to visitors that would be refused', async ({ page }) => {
  for (const address of ['/', '/login', '/readiness', '/tutoring']) {
    const { named } = await namedAndAsked(page, address)
    for (const path of named.filter((each) => each.startsWith('/api/'))) expect((await page.request.get(path)).status(), path).toBe(200)
  }
})

test('a page stands before its code has come, and the app takes its place without moving anything', async ({ page, student }) => {
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) window.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const [daily] = await withDailyQuestions(page)
  const shell = page.locator('#root[data-shell=""]')
  for (const { address, title, heading, button } of [
    {
      address: '/modules',
      title: 'Modules · MedicReady',
      heading: 'Manage Modules',
      button: `${student.firstName} ${student.lastName}`,
    },
    { address: '/login', title: 'Sign In · MedicReady', heading: 'SIGN IN', button: 'SIGN IN' },
    // With what is asked in it.
    {
      address: `/questions/${daily?.questionId}`,
      title: 'Question · MedicReady',
      heading: daily?.question?.stem ?? '',
      button: 'Request Review',
    },
  ]) {
    const code = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await code.promise
      await route.continue()
    })
    let visit: Promise<unknown> = Promise.resolve()
    // On a slow machine the edge does not wait for data each time.
    await expect(async () => {
      visit = page.goto(address)
      visit.catch(() => undefined)
      await expect(shell.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page).toHaveTitle(title)
    // Nothing that is typed before there is anybody to take it.
    for (const control of await shell.locator('button, input').all()) await expect(control).toBeDisabled()
    const before = await page.evaluate(() => window.shifted)
    await expectAccessible(page)
    // To look at it in several sizes has moved things, too.
    await page.evaluate((before) => (window.shifted = before), before)
    code.resolve()
    await visit
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(title)
    expect(await page.evaluate(() => window.shifted), address).toBeLessThan(0.02)
    await page.unroute('**/assets/*.js')
  }
})

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

declare global {
  interface Window {
    shifted: number
  }
}

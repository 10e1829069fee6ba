import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, notAlive, test } from './fixtures.ts'

/** The files that a page preloads, and how often the browser requested each. */
async function namedAndAsked(page: Page, address: string): Promise<{ named: string[]; asked: Record<string, number>; unused: string[] }> {
  const requests: string[] = []
  const unused: string[] = []
  const note = (request: { url(): string }) => requests.push(new URL(request.url()).pathname)
  const hear = (message: { text(): string }) => /preload.*not used because/.test(message.text()) && unused.push(message.text())
  page.on('request', note).on('console', hear)
  const answer = await page.goto(address, { waitUntil: 'networkidle' })
  page.off('request', note).off('console', hear)
  const named = await page.evaluate(
    (html) => {
      const template = new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLTemplateElement>('#app')
      return [...(template?.content.querySelectorAll('link') ?? [])].map((link) => new URL(link.href, location.origin).pathname)
    },
    (await answer?.text()) ?? '',
  )
  return { named, asked: Object.fromEntries(named.map((path) => [path, requests.filter((each) => each === path).length])), unused }
}

test('a page requests exactly the files that the edge names, each once', async ({ page, student }) => {
  expect(student).toBeDefined()
  const [question] = await withDailyQuestions(page)
  for (const address of ['/', `/questions/${question?.questionId}`, '/study-session?mode=daily', '/modules', '/analytics', '/readiness']) {
    const { named, asked, unused } = await namedAndAsked(page, address)
    expect(named, address).not.toEqual([])
    expect(unused, address).toEqual([])
    expect(asked, address).toEqual(Object.fromEntries(named.map((path) => [path, 1])))
  }
})

/** Delays the app's code until released; until then the page is what the edge rendered. */
async function holdCode(page: Page): Promise<() => void> {
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  return code.resolve
}

test('a page is readable before its code loads, and the app takes over without layout shifts', async ({ page, student }) => {
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) window.shifted += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const [daily] = await withDailyQuestions(page)
  const shell = page.locator('html:not([data-alive]) #root')
  await page.removeLocatorHandler(notAlive(page))
  for (const { address, title, heading, button } of [
    {
      address: '/modules',
      title: 'Modules · MedicReady',
      heading: 'Manage Modules',
      button: `${student.firstName} ${student.lastName}`,
    },
    { address: '/login', title: 'Sign In · MedicReady', heading: 'SIGN IN', button: 'SIGN IN' },
    // Including the question.
    {
      address: `/questions/${daily?.questionId}`,
      title: 'Question · MedicReady',
      heading: daily?.question?.stem ?? '',
      button: 'Request Review',
    },
  ]) {
    const release = await holdCode(page)
    let visit: Promise<unknown> = Promise.resolve()
    // On a slow machine the edge does not wait for data each time.
    await expect(async () => {
      visit = page.goto(address)
      visit.catch(() => undefined)
      await expect(shell.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(page).toHaveTitle(title)
    const before = await page.evaluate(() => window.shifted)
    await expectAccessible(page)
    // Checking several sizes shifted the layout, too.
    await page.evaluate((before) => (window.shifted = before), before)
    release()
    await visit
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(title)
    expect(await page.evaluate(() => window.shifted), address).toBeLessThan(0.02)
    await page.unroute('**/assets/*.js')
  }
})

test('presses and typing before the app is ready take effect once it is', async ({ page, student }) => {
  await withDailyQuestions(page)
  await page.removeLocatorHandler(notAlive(page))
  const release = await holdCode(page)
  const second = page.getByRole('radio').nth(1)

  await test.step('keys and a press on a question', async () => {
    // On a slow machine the edge does not wait for data each time.
    await expect(async () => {
      void page.goto('/study-session?mode=daily').catch(() => undefined)
      await expect(second).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Flag for review' }).click()
    await page.getByRole('button', { name: 'Strike out A' }).press('Enter')
    await expect(notAlive(page)).toHaveCount(1)
    await expect(second).not.toBeChecked()
    release()
    await expect(notAlive(page)).toHaveCount(0)
    await expect(second).toBeChecked()
    await expect(page.getByRole('button', { name: 'Flag for review' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Strike out A' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Flag for review' })).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('words and Enter in a form', async () => {
    await page.context().clearCookies()
    await page.unroute('**/assets/*.js')
    const release = await holdCode(page)
    void page.goto('/login').catch(() => undefined)
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password').pressSequentially(student.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    release()
    await expect(page.getByRole('heading', { name: 'Your NREMT prep command center' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

test('a key pressed as soon as a question appears is handled, however the question was loaded', async ({ page, student: _ }) => {
  await page.addInitScript(() => {
    // As early as a person could press: when the first radio button appears.
    const observer = new MutationObserver(() => {
      if (document.documentElement.dataset.alive === undefined || !document.querySelector('main [type="radio"]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await withDailyQuestions(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'START STUDYING' }).click()
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
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

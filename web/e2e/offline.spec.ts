import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens a screen once the whole app is cached, so that its reads go through the worker. */
async function openKept(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
}

/** A page that the edge rendered shows its data before the app has read and kept it. */
async function expectKept(page: Page, ...reads: string[]): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('kept-answers-'))
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(kept).toEqual(expect.arrayContaining(reads))
}

const banner = (page: Page) => page.getByText("You're offline. Some features may be limited.")

test('the app starts offline, shows what was loaded before, and catches up when the connection is back', async ({
  page,
  context,
  student,
}) => {
  await withDailyQuestions(page)
  const menu = page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })
  const trauma = page.getByRole('switch', { name: 'Trauma' })
  await openKept(page, '/modules')
  await expect(trauma).toBeChecked()
  await expectKept(page, '/api/user/modules/all', '/api/auth/user')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: "Today's Progress" })).toBeVisible()
  await expectKept(page, '/api/daily-questions', '/api/user/stats')

  await context.setOffline(true)
  await page.goto('/modules')
  await expect(banner(page)).toBeVisible()
  await expect(menu).toBeVisible()
  await expect(trauma).toBeChecked()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: "Today's Progress" })).toBeVisible()
  // A screen that was never opened: its code is cached, its data is not.
  await page.goto('/profile')
  await expect(menu).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await expectAccessible(page)

  // Logging out offline removes all data, and the session ends when the connection is back.
  await menu.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out of this device?' })
  await expect(dialog).toContainText('We remove your data from this device now')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('We could not reach the server.')).toBeVisible()
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringMatching(/^kept-(answers|pictures)/))

  // Requests still fail right after the connection is back.
  const failed = Promise.withResolvers<void>()
  await context.route('**/api/auth/logout', async (route) => {
    await route.abort()
    failed.resolve()
  })
  await context.setOffline(false)
  await failed.promise
  await expect(page.getByText('We could not reach the server.')).toBeVisible()
  await context.unroute('**/api/auth/logout')
  await expect(page.getByRole('link', { name: 'JOIN US' }).first()).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

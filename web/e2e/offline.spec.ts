import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** The whole app is kept: from now on the browser can start it by itself. */
const kept = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active !== null))

test('a screen that was never opened starts without a connection', async ({ page, context, student }) => {
  await page.goto('/study-mode')
  await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
  expect(await kept(page)).toBe(true)
  await context.setOffline(true)
  await page.goto('/modules')
  await expect(page.locator('#root')).not.toBeEmpty()
  await context.setOffline(false)
})

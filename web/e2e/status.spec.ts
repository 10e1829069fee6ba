import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('visitors see in words and bars whether the product is up', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
  await expect(page).toHaveURL('/status')
  await expect(page.getByRole('status')).toContainText(/Everything is up|What was asked is up/)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Signing in and answering' })).toContainText('Up since')
  await expect(page.getByRole('img', { name: /^Pages, the last 90 days: / })).toBeVisible()
  // In the format of the browser's locale.
  await expect(page.locator('time').first()).not.toContainText('UTC')
  await expectAccessible(page)
})

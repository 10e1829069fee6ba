import { expect, expectAccessible, test } from './fixtures.ts'

test('anybody sees whether the product is up, in words and bars', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
  await expect(page).toHaveURL('/status')
  await expect(page.getByRole('status')).toContainText(/Everything is up|What was asked is up/)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Signing in and answering' })).toContainText('Up since')
  await expect(page.getByRole('img', { name: /^Pages, the last 90 days: / })).toBeVisible()
  // As people say it where the browser is.
  await expect(page.locator('time').first()).not.toContainText('UTC')
  await expectAccessible(page)
})

import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, expectSignInAgain, type Student, signIn, test } from './fixtures.ts'

/** Another browser with the same student signed in. */
async function anotherBrowser(browser: Browser, student: Student, userAgent: string): Promise<Page> {
  const context = await browser.newContext({ userAgent })
  await signIn(context.request, student)
  return context.newPage()
}

const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

test('a student ends the session of another browser, which is led to the sign-in', async ({ page, browser, student }) => {
  const phone = await anotherBrowser(browser, student, safari)
  // With data saving nothing is prefetched, which would notice the ended session before a press.
  await phone.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await phone.goto('/modules')
  await expect(phone.getByRole('heading', { name: 'Manage Modules' })).toBeVisible()

  await page.goto('/security')
  const devices = page.locator('section').filter({ hasText: 'Where you are signed in' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await expect(devices.last()).toContainText('Safari on iPhone')
  await expect(devices.last()).toContainText('Last used just now')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByText('Safari on iPhone must sign in again.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  await expectAccessible(page)

  await expectSignInAgain(phone, () => phone.getByRole('link', { name: 'Dashboard' }).first().click())
  await phone.context().close()
})

test('all other devices are signed out together after a confirmation', async ({ page, browser, student }) => {
  const others = [await anotherBrowser(browser, student, safari), await anotherBrowser(browser, student, firefox)]
  await page.goto('/security')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Firefox on Windows')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await dialog.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('2 other devices signed out.')).toBeVisible()
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  for (const other of others) {
    await other.goto('/security')
    await expect(other.getByRole('link', { name: 'JOIN US' })).toBeVisible()
    await other.context().close()
  }
})

test('the list of devices shows a message when it fails and loads on retry', async ({ page, student: _ }) => {
  await page.route('**/api/user/sessions', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/security')
  await expect(page.getByRole('alert')).toContainText('Your devices could not be loaded.')
  await expectAccessible(page)
  await page.unroute('**/api/user/sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

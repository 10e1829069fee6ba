import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

/** The browser offers to install the app with the given answer. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((outcome) => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      document.documentElement.dataset.prompted = ''
      return { outcome }
    }
    window.dispatchEvent(Object.assign(event, { prompt }))
    return event.defaultPrevented
  }, outcome)

test('thirty seconds after loading the app offers to be installed, unobtrusively and not again once dismissed', async ({
  page,
  student,
}) => {
  const card = page.getByRole('region', { name: 'Install MedicReady' })
  const menu = page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })
  const openAndWait = async (address: string) => {
    await page.goto(address)
    await expect(menu).toBeVisible()
    expect(await offer(page, 'dismissed'), "the browser's own bar stays away").toBe(true)
    await page.clock.fastForward(31_000)
  }
  await page.clock.install()
  await page.goto('/study-mode')
  await expect(menu).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(card).toBeHidden()

  await openAndWait('/study-mode')
  await expect(card).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Later' }).focus()
  await page.keyboard.press('Enter')
  await expect(card).toBeHidden()

  await openAndWait('/study-mode')
  await expect(card).toBeHidden()
  await page.clock.fastForward(7 * 24 * 60 * 60 * 1000)
  await openAndWait('/study-mode')
  await card.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(card).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-prompted')
})

test('reminders are not offered while the browser asks about installing', async ({ page, student }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
  await page.clock.install()
  await page.goto('/study-mode')
  await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
  await page.evaluate(() => {
    const prompt = () => new Promise((resolve) => document.addEventListener('answered', () => resolve({ outcome: 'accepted' })))
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  await page.clock.fastForward(31_000)
  await page.getByRole('region', { name: 'Install MedicReady' }).getByRole('button', { name: 'Install', exact: true }).click()
  await page.clock.fastForward(31_000)
  const reminders = page.getByRole('region', { name: 'Turn on study reminders' })
  await expect(reminders).toBeHidden()
  await page.evaluate(() => document.dispatchEvent(new Event('answered')))
  await page.clock.fastForward(1_000)
  await expect(reminders).toBeHidden()
})

test('a minute after loading the app offers study reminders on this device, and not again once dismissed', async ({ page, student }) => {
  const card = page.getByRole('region', { name: 'Turn on study reminders' })
  const openAndWait = async (milliseconds: number) => {
    await page.goto('/study-mode')
    await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
    await page.clock.fastForward(milliseconds)
  }
  // A browser without a decision; the others in the tests have granted it already.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
  await page.clock.install()
  await openAndWait(50_000)
  await expect(card).toBeHidden()
  await page.clock.fastForward(11_000)
  await expect(card).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
  await card.getByRole('button', { name: 'Later' }).press('Enter')
  await expect(card).toBeHidden()

  await openAndWait(61_000)
  await expect(card).toBeHidden()
  await page.clock.fastForward(7 * 24 * 60 * 60 * 1000)
  await openAndWait(61_000)
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card).toBeHidden()
})

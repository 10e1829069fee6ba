import { expect, type Page } from '@playwright/test'

export const cards = {
  pays: '4242 4242 4242 4242',
  isDeclined: '4000 0000 0000 0002',
  /** Only the first time; renewals need no confirmation. */
  asksItsHolder: '4000 0025 0000 3155',
  failsAtRenewal: '4000 0000 0000 0341',
} as const

export async function fillInCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry (MM / YY)').fill('12 / 34')
  await page.getByLabel('Security code (CVC)').fill('123')
  await page.getByLabel('Name on card').fill('Ana Ortiz')
}

export async function payByCard(page: Page, number: string, button: 'Subscribe' | 'Pay' = 'Subscribe'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await fillInCard(page, number)
  await page.getByRole('button', { name: button }).click()
}

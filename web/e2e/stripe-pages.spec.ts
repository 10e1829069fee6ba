import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cards, fillInCard } from './card-payment.ts'
import { expect, test } from './fixtures.ts'
import { product } from './product.ts'
import { askStripe } from './stripe-account.ts'

/** Its pages follow the system's theme. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

/** Enter sends the form. */
async function payBy(page: Page, number: string): Promise<void> {
  await fillInCard(page, number)
  await page.getByLabel('Name on card').press('Enter')
}

/** Unique to this run, since a test may run twice against one product. */
const code = `BROWSER${Date.now().toString(36).toUpperCase()}`

test('the local payment pages: a code, a declined card, authentication, invoices, the portal', async ({ page }) => {
  const customer = await askStripe('customers', { email: 'ana@example.org' })
  const price = await askStripe('prices', {
    currency: 'usd',
    unit_amount: '1200',
    'product_data[name]': 'Of a browser test',
    'recurring[interval]': 'month',
  })
  const coupon = await askStripe('coupons', { percent_off: '25', duration: 'once' })
  await askStripe('promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': coupon.id, code })
  const checkout = await askStripe('checkout/sessions', {
    mode: 'subscription',
    customer: customer.id,
    'line_items[0][price]': price.id,
    allow_promotion_codes: 'true',
    success_url: `${product.stripeUrl}/?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: product.url,
  })
  await page.goto(checkout.url)
  await expect(page.getByText('No real money moves')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel and go back' })).toHaveAttribute('href', product.url)
  await page.getByLabel('Promotion code').fill(code.toLowerCase())
  await page.getByLabel('Promotion code').press('Enter')
  await expect(page.getByText(`${code} (25 % off)`)).toBeVisible()
  await payBy(page, cards.isDeclined)
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await expectAccessibleInBothThemes(page)

  await payBy(page, cards.asksItsHolder)
  await expect(page.getByRole('heading', { name: 'Your bank asks' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(`${product.stripeUrl}/?paid=${checkout.id}`)
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible()
  await expectAccessible(page)

  const portal = await askStripe('billing_portal/sessions', { customer: customer.id, return_url: product.url })
  await page.goto(portal.url)
  await page.getByText('Update the card').click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Cancel the subscription' }).click()
  await expect(page.getByText('It ends on')).toBeVisible()
  await page.getByRole('button', { name: 'Do not cancel' }).click()
  await expect(page.getByText('It renews on')).toBeVisible()
  await page.getByRole('link', { name: /^View / }).click()
  await expect(page.getByText('Paid')).toBeVisible()
  await expectAccessible(page)
})

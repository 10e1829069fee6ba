import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cards, payByCard } from './card-payment.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

/** A payment passes through the provider, its webhook, the log, and the read models. */
const PAYMENT = { timeout: 60_000 }

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) })

test('the subscription page shows the current plan, all plans, and why a granted plan needs no payment', async ({ page, student: _ }) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await page.goto('/')
  await page.getByRole('link', { name: 'VIEW PLANS' }).click()
  await expect(page).toHaveURL('/subscription')
  await expect(page.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible()
  await expect(page.getByText('1 question left today, of 1')).toBeVisible()
  await expect(card(page, 'Free').getByRole('button', { name: 'Current Plan' })).toHaveAttribute('aria-disabled', 'true')
  await expect(card(page, 'Free').getByRole('button')).toHaveAccessibleDescription("You're already on the free plan.")
  await card(page, 'Free').getByRole('button').press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText("You're already on the free plan.")
  await expect(page.getByText('You have not been charged.')).toBeVisible()
  await page.getByText('What counts toward the daily limit?').press('Enter')
  await expect(page.getByText('Each question that you get counts once')).toBeVisible()
  await expectAccessible(page)

  await grantTier(page, 'basic')
  await withDailyQuestions(page)
  await page.goto('/')
  await page.getByRole('button', { name: /Ana Ortiz/ }).click()
  await page.getByRole('menuitem', { name: 'Subscription' }).click()
  await expect(page.getByText('No questions left today')).toBeVisible()
  await expect(page.getByText('You have Basic at no cost.')).toBeVisible()
  await expect(card(page, 'Basic').getByRole('button', { name: 'Current Plan' })).toHaveAttribute('aria-disabled', 'true')
  await expect(card(page, 'Free').getByRole('button', { name: 'Change to Free' })).toHaveAccessibleDescription(/there is nothing to cancel/)
})

test('without a session the plan does not load, and buying asks to sign in', async ({ page, student: _ }) => {
  const refusal = { status: 401, json: { message: 'You are not signed in.', code: 'notSignedIn' } }
  for (const [address, read] of [
    ['/subscription', 'subscription/status'],
    ['/practice-exam/00000000-0000-4000-8000-000000000000', 'practice-exams/**'],
    ['/practice-exam', 'practice-exams/history'],
  ] as const) {
    await page.route(`**/api/${read}`, (route) => route.fulfill(refusal))
    const [asked] = await Promise.all([page.waitForResponse(`**/api/${read}`), page.goto(address)])
    expect(asked.status()).toBe(401)
    await expect(page.getByRole('button', { name: /Ana Ortiz/ })).toBeVisible()
    await expect(page.getByText(/could not be loaded|You are logged out/)).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await page.unroute(`**/api/${read}`)
  }

  await page.goto('/subscription')
  await card(page, 'Basic').getByRole('button', { name: 'Upgrade to Basic' }).click()
  await page.route('**/api/subscription/checkout', (route) => route.fulfill(refusal))
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert')).toContainText('Authentication Required')
  await expect(page.getByRole('alert')).toContainText('Please log in to upgrade your subscription.')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/(login)?$/)
})

test('a plan is bought, changed, cancelled, resumed, and refunded', async ({ page, student, context }) => {
  expect(student.firstName).toBe('Ana')
  // Without a choice there is no checkout.
  await page.goto('/checkout')
  await expect(page).toHaveURL('/subscription')
  await card(page, 'Basic').getByRole('button', { name: 'Upgrade to Basic' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeFocused()
  await expect(page.getByText('$5.00')).toBeVisible()
  await expectAccessible(page)
  const kept = () => page.evaluate(() => ['selectedPlan', 'subscriptionTier', 'checkoutAmount'].map((key) => sessionStorage.getItem(key)))
  expect(await kept()).toEqual(['Basic', 'basic', '5'])

  await page.keyboard.press('Enter')
  const cancel = page.getByRole('link', { name: 'Cancel and go back' })
  await expect(cancel).toBeVisible(PAYMENT)
  // With the browser's Back button, the choice is still there and leads to the same page.
  const paymentPage = page.url()
  await page.goBack()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(paymentPage, PAYMENT)
  await cancel.click()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await payByCard(page, cards.isDeclined)
  await expect(page.getByRole('alert')).toContainText('declined')
  await payByCard(page, cards.pays)
  await expect(page.getByRole('heading', { name: 'Basic is yours' })).toBeVisible(PAYMENT)
  await expectAccessible(page)
  expect(await kept()).toEqual([null, null, null])
  await expect(page.getByRole('banner').getByText('BASIC')).toBeVisible()
  // Going back to the payment page does not charge again.
  await page.goto(paymentPage)
  await expect(page.getByRole('heading', { name: 'Basic is yours' })).toBeVisible()

  // With a plan, a second one cannot be bought in any window.
  const other = await context.newPage()
  await other.addInitScript(() => sessionStorage.setItem('subscriptionTier', 'premium'))
  await other.goto('/checkout')
  await expect(other.getByRole('heading', { name: 'You have Basic' })).toBeVisible()
  await other.close()

  await page.goto('/subscription')
  await expect(page.getByText(/^Renews on .+ for \$5\.$/)).toBeVisible()
  const invoices = page.getByRole('table', { name: 'Your invoices' }).getByRole('row')
  const invoice = invoices.nth(1)
  await expect(invoice).toContainText('Paid$5.00')
  const file = await page.request.get((await invoice.getByRole('link', { name: /PDF/ }).getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await card(page, 'Premium').getByRole('button', { name: 'Upgrade to Premium' }).click()
  await expect(dialog.getByText(/only the difference for the rest of the month, about \$7\.00,/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await expect(page.getByText(/^Renews on .+ for \$12\.$/)).toBeVisible(PAYMENT)
  await expect(page.getByText('Unlimited questions', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByText('PREMIUM')).toBeVisible()
  await expect(invoice).toContainText('Paid$7.00')

  await card(page, 'Basic').getByRole('button', { name: 'Change to Basic' }).click()
  await dialog.getByRole('button', { name: 'Change to Basic' }).click()
  await expect(page.getByText(/^Changes to Basic on .+, for \$5 a month\./)).toBeVisible(PAYMENT)
  await page.getByRole('button', { name: 'Stay on Premium' }).click()
  await expect(page.getByText(/^Renews on .+ for \$12\.$/)).toBeVisible(PAYMENT)

  await card(page, 'Free').getByRole('button', { name: 'Change to Free' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/^Your plan ends on .+\. You keep full access until then\.$/)).toBeVisible(PAYMENT)
  await page.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(page.getByText(/^Renews on .+ for \$12\.$/)).toBeVisible(PAYMENT)

  await page.getByRole('button', { name: 'Get my money back' }).click()
  await expect(dialog.getByText('We refund $12.00 to your card.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund and end my plan' }).click()
  await expect(card(page, 'Free').getByRole('button', { name: 'Current Plan' })).toBeVisible(PAYMENT)
  await expect(page.getByRole('banner').getByText('FREE')).toBeVisible()
  await expect(invoices.getByRole('cell', { name: 'Refunded', exact: true })).toHaveCount(2, PAYMENT)
})

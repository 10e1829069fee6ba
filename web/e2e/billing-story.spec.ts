import type { Subscription } from '@medicready/domain/contract/billing/billing'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cards, fillInCard, payByCard } from './card-payment.ts'
import { expect, mailsTo, type Student, signIn, test } from './fixtures.ts'
import { administrator, product } from './product.ts'
import { askStripe, giveCustomerWithClock } from './stripe-account.ts'

/** A payment passes through the provider, its webhook, the log, and the read models. */
const PAYMENT = { timeout: 60_000 }
/** A failed payment is retried after three days. */
const UNTIL_TRIED_AGAIN = 3 * 24 + 2

/** A code unique to this run, since all tests share the product. */
const code = `STORY-${Date.now().toString(36).toUpperCase()}`

test('the life of a plan: bought with a code, overdue, paid, cancelled, ended', async ({ page, student, browser }) => {
  const office = await browser.newContext({ baseURL: product.url })
  await signIn(office.request, administrator)
  const terms = { name: 'A story', description: null, discountType: 'percentage', discountValue: 25, grantsTier: null }
  const made = await office.request.post('/api/admin/discount-codes', {
    data: { code, ...terms, maxUses: 1, expiresAt: null, reason: 'For a friend.' },
  })
  expect(made.status()).toBe(201)
  await office.close()
  const customer = await giveCustomerWithClock(page)

  // On Free, with a code that lowers the first payment.
  await page.goto('/subscription')
  await expect(page.getByRole('banner').getByText('FREE')).toBeVisible()
  await page.getByLabel('Enter a promo code').fill(code.toLowerCase())
  await page.getByLabel('Enter a promo code').press('Enter')
  await expect(page.getByText('The discount applies at checkout, to your first payment.')).toBeVisible()
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
  await expect(page.getByText(`Code ${code}`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  // The bank asks for authentication.
  await expect(page.getByText(`${code} (25 % off)`)).toBeVisible(PAYMENT)
  await expect(page.getByText('Due today')).toBeVisible()
  await expect(page.getByRole('definition').last()).toHaveText('$9.00')
  await payByCard(page, cards.asksItsHolder)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible(PAYMENT)
  const { periodEndsAt: firstEnd } = await standing(page, 'active')
  await page.goto('/subscription')
  await expect(page.getByRole('banner').getByText('PREMIUM')).toBeVisible()
  await expect(page.getByText(/^Renews on .+ for \$12\.$/)).toBeVisible()

  // Another card, with which the renewal fails.
  await page.getByRole('button', { name: 'Card and billing details' }).click()
  await changeCard(page, cards.failsAtRenewal)
  await customer.advance(firstEnd)
  await standing(page, 'past_due')
  await page.reload()
  await expect(page.getByText('Your payment failed.')).toBeVisible()
  await expect(
    page.getByText(/^You keep Premium until .+\. If no payment goes through by then, your account moves to Free\./),
  ).toBeVisible()
  await expect(page.getByText(/^\$12 is due since .+\.$/)).toBeVisible()
  await expect(invoice(page, 1)).toContainText('Payment failed')
  await expect(page.getByRole('banner').getByText('PREMIUM')).toBeVisible()
  await expectAccessible(page)
  await expectMail(student, 'Your payment for MedicReady did not go through', 'We could not collect $12.00 for Premium.')

  // A card that works on the retry.
  await page.getByRole('button', { name: 'Update card' }).click()
  await expect(page.getByText('The last payment failed.')).toBeVisible(PAYMENT)
  await changeCard(page, cards.pays)
  await expect(page.getByText('Your payment failed.')).toBeVisible()
  await customer.advance(firstEnd, UNTIL_TRIED_AGAIN)
  const { periodEndsAt: secondEnd } = await standing(page, 'active')
  await page.reload()
  await expect(page.getByText(/^Renews on .+ for \$12\.$/)).toBeVisible()
  await expect(page.getByText('Your payment failed.')).toBeHidden()

  // A cancelled plan continues until the paid period ends.
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(/^Your plan ends on .+\. You keep full access until then\.$/)).toBeVisible(PAYMENT)
  await expect(page.getByRole('banner').getByText('PREMIUM')).toBeVisible()
  await customer.advance(secondEnd)
  await standing(page, 'free')
  await page.reload()
  await expect(page.getByRole('banner').getByText('FREE')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeVisible()
  await expectMail(student, 'Your MedicReady plan has ended', 'Your account is now on Free.')

  // The shown amount is what was charged, to the cent.
  await expect(page.getByRole('table', { name: 'Your invoices' }).getByRole('row')).toHaveCount(3)
  await expect(invoice(page, 1)).toContainText('Paid$12.00')
  await expect(invoice(page, 2)).toContainText('Paid$9.00$3.00 off')
  const { data: charges } = await askStripe<{ data: { paid: boolean; amount: number }[] }>(`charges?customer=${customer.id}`)
  expect(charges.flatMap(({ paid, amount }) => (paid ? [amount] : []))).toEqual([1_200, 900])
  await expectMail(student, /^Your receipt from MedicReady/, `You paid $9.00 for Premium`)
})

/** Waits until the page shows the plan this way. */
async function standing(page: Page, state: Subscription['state']): Promise<{ periodEndsAt: string }> {
  let plan: Subscription | undefined
  await expect
    .poll(async () => {
      plan = (await (await page.request.get('/api/subscription')).json()) as Subscription
      return plan.state
    }, PAYMENT)
    .toBe(state)
  return { periodEndsAt: plan?.periodEndsAt ?? '' }
}

/** Newest first. */
const invoice = (page: Page, place: number) => page.getByRole('table', { name: 'Your invoices' }).getByRole('row').nth(place)

/** On the payment provider's page, and back from it. */
async function changeCard(page: Page, number: string): Promise<void> {
  await page.getByText('Update the card').click(PAYMENT)
  await fillInCard(page, number)
  await page.getByRole('button', { name: 'Save the card' }).click()
  await expect(page.getByText(`ending in ${number.slice(-4)}`)).toBeVisible()
  await page.getByRole('link', { name: 'Return to MedicReady' }).click()
  await expect(page).toHaveURL('/subscription')
}

async function expectMail({ email }: Student, subject: string | RegExp, text: string): Promise<void> {
  const found = async () => (await mailsTo(email)).filter((mail) => mail.subject.match(subject) && mail.text.includes(text)).length
  await expect.poll(found, PAYMENT).toBe(1)
}

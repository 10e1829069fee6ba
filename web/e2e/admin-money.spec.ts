import { randomUUID } from 'node:crypto'
import { addDays, hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { tutoringAccepted, tutoringPaid, tutoringRequested } from '@medicready/domain/tutoring/testing/tutoring-facts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, test } from './fixtures.ts'
import { appendFacts } from './given-questions.ts'
import { officeIn } from './office.ts'

/** Amounts unique to this run, since all tests share the product. */
const cents = 1_301 + (Date.now() % 99)
const money = `$${(cents / 100).toFixed(2)}`

const idOf = async ({ request }: Page): Promise<string> => ((await (await request.get('/api/auth/user')).json()) as { id: string }).id

/** Opens a dialog from its button by keyboard. */
async function open(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function expectInAudit(page: Page, reason: string, what: string): Promise<void> {
  await page.goto('/admin/audit')
  await page.getByLabel('Action, reason, or person').fill(reason)
  await expect(page.getByRole('row').filter({ hasText: reason }).filter({ hasText: what })).toBeVisible()
}

test('an administrator announces a price with a reason and a start date', async ({ browser }) => {
  const page = await officeIn(browser)
  const reason = `The bank of questions has grown (${cents}).`
  await page.goto('/admin/subscriptions')
  const dialog = await open(page, 'Change the price of Premium')
  const amount = dialog.getByLabel('Dollars a month')
  await expect(amount).toBeFocused()
  await amount.fill('0.20')
  await page.keyboard.press('Enter')
  await expect(amount).toHaveAccessibleDescription('Please enter a price from $0.50 to $1,000.')
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please enter a reason\./)
  await expect(amount).toBeFocused()
  await expectAccessible(page)
  await amount.fill((cents / 100).toFixed(2))
  // Far enough ahead not to affect other tests.
  const day = addDays(new Date().toISOString().slice(0, 10), 300)
  await dialog.getByLabel('From (optional)').fill(day)
  await expect(
    dialog.getByText(new RegExp(`^New subscriptions cost \\${money} from .+ on\\. .+ 30 days after that email\\.$`)),
  ).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Announce the price' }).press('Enter')
  await expect(page.getByText('Price announced')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change the price of Premium' })).toBeFocused()
  const premium = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Change the price of Premium' }) })
  await expect(premium).toContainText(`${money} for new subscriptions from`)
  await expect(premium).toContainText('$12 a month')
  await expectAccessible(page)
  await expectInAudit(page, reason, 'Premium')
})

test('an administrator sees a failed refund and a dispute, and records how the refund was settled', async ({
  browser,
  page: own,
  student,
}) => {
  const page = await officeIn(browser)
  const [userId, adminId, requestId] = [await idOf(own), await idOf(page), randomUUID()]
  const now = new Date().toISOString()
  const before = hoursAfter(now, -9 * 24)
  const ofRequest = { userId, requestId, at: before }
  const ofRefund = { refundId: `re_${requestId}`, cause: randomUUID(), sessionId: null, amount: cents, currency: 'usd', fee: 0 }
  const back = { ...ofRequest, by: null, at: now, ...ofRefund }
  const disputeId = `du_${requestId}`
  const ofDispute = { userId, disputeId, product: 'tutoring', amount: cents + 5_000, currency: 'usd', at: before } as const
  const respondBy = hoursAfter(now, 7 * 24)
  await appendFacts([
    {
      stream: `tutoringRequest-${requestId}`,
      occurredAt: before,
      facts: [
        tutoringRequested({ ...ofRequest, by: userId, email: student.email }),
        tutoringAccepted({ ...ofRequest, by: adminId, tutorId: adminId }),
        tutoringPaid(ofRequest),
        { type: 'TutoringRefunded', data: back },
        { type: 'TutoringRefundFailed', data: back },
      ] satisfies Fact[],
    },
    {
      stream: `dispute-${disputeId}`,
      facts: [
        { type: 'DisputeOpened', data: { ...ofDispute, subscriptionId: null, requestId, reason: 'product_not_received', respondBy } },
        { type: 'DisputeMoneyMoved', data: ofDispute },
      ],
    },
  ])
  const row = page.getByRole('row').filter({ hasText: 'Refund did not arrive (tutoring)' }).filter({ hasText: money })
  await expect(async () => {
    await page.goto('/admin/revenue')
    await expect(row).toContainText('Open', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const disputed = page
    .getByRole('row')
    .filter({ hasText: `$${(50 + cents / 100).toFixed(2)}` })
    .filter({ hasText: 'Dispute (tutoring)' })
  await expect(disputed).toContainText('product not received')
  await expectAccessible(page)

  const dialog = await open(page, `Resolve the refund of ${money} to Ana Ortiz`)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'It is paid back' }).press('Enter')
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please enter a reason\./)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  const reason = `By check no. ${cents}.`
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: 'It is paid back' }).press('Enter')
  await expect(page.getByText(`${money} counts as refunded.`)).toBeVisible()
  await expect(row).toContainText('Paid another way')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expectInAudit(page, reason, 'Paid a tutoring refund another way')
  await expect
    .poll(async () => (await mailsTo(student.email)).some(({ subject }) => subject === `Your refund of ${money} comes another way`), {
      timeout: 60_000,
    })
    .toBe(true)
})

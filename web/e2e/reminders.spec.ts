import { postmarkBounce, postmarkCall } from '@medicready/platform/testing/mail-providers'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, test } from './fixtures.ts'
import { officeIn } from './office.ts'

test('reminder settings and quiet hours are saved with each change, also by keyboard', async ({ page, student: _ }) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: /All reminders/ }).press('Enter')
  await expect(page).toHaveURL('/reminders')
  const sessions = page.getByRole('group', { name: 'Tutoring sessions' })
  const streak = page.getByRole('group', { name: 'Your streak' })
  await expect(sessions.getByLabel('Mail')).toBeChecked()
  await expect(streak.getByLabel('Notification')).toBeChecked()
  await expect(page.getByLabel('Time of the daily email')).toBeDisabled()
  await expectAccessible(page)

  await page.getByRole('switch', { name: /daily email/ }).press('Space')
  await expect(page.getByLabel('Time of the daily email')).toBeEnabled()
  await page.getByLabel('Time of the daily email').selectOption('7:00 AM')
  await sessions.getByLabel('Mail').press('Space')
  await streak.getByLabel('Notification').press('Space')
  await streak.getByLabel('Mail').press('Space')
  await page.getByLabel('From').selectOption('9:00 PM')
  await expect(page.getByText('Saved.')).toHaveCount(2)
  await page.reload()
  await expect(sessions.getByLabel('Mail')).not.toBeChecked()
  await expect(streak.getByLabel('Notification')).not.toBeChecked()
  await expect(streak.getByLabel('Mail')).toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('21:00')
  await expect(page.getByLabel('Time of the daily email')).toHaveValue('07:00')
  await page.getByRole('switch', { name: /Keep quiet hours/ }).press('Space')
  await expect(page.getByLabel('From')).toHaveCount(0)
  await expect(page.getByText('Saved.')).toBeVisible()

  // A window opened earlier saves only its own changes.
  const other = await page.context().newPage()
  await other.goto('/reminders')
  const reviews = (where: Page) => where.getByRole('group', { name: 'Reviews' }).getByLabel('Mail')
  await expect(reviews(other)).not.toBeChecked()
  await streak.getByLabel('Mail').press('Space')
  await expect(streak.getByLabel('Mail')).not.toBeChecked()
  await expect(page.getByText('Saved.')).toHaveCount(1)
  await reviews(other).press('Space')
  await expect(other.getByText('Saved.')).toBeVisible()
  await other.close()
  await page.reload()
  await expect(reviews(page)).toBeChecked()
  await expect(streak.getByLabel('Mail')).not.toBeChecked()
  await expect(page.getByLabel('From')).toHaveCount(0)

  await page.route('**/api/user/reminders', (route) => route.abort())
  await streak.getByLabel('Notification').press('Space')
  await expect(page.getByText('Not saved.')).toBeVisible()
  await expect(streak.getByLabel('Notification')).not.toBeChecked()
})

test("an administrator sends today's daily emails, and the link in one unsubscribes without a sign-in", async ({
  page,
  browser,
  student,
}) => {
  // A zone far from midnight, so that there is a later time today.
  const timeZone = new Date().getUTCHours() < 20 ? 'UTC' : 'Pacific/Honolulu'
  const settings = { dailyEmailEnabled: true, dailyEmailTime: '23:45', timeZone }
  expect((await page.request.patch('/api/user/settings', { data: settings })).status()).toBe(200)
  const office = await officeIn(browser)
  await office.goto('/admin/system')
  const mails = async () => (await mailsTo(student.email)).filter(({ text }) => text.includes('You asked for a daily email at 11:45 PM.'))
  // The read models may not have the change yet.
  await expect(async () => {
    await office.getByRole('button', { name: "Send today's daily emails" }).click()
    await expect(office.getByText('Daily emails have been triggered successfully!').first()).toBeVisible()
    await expect.poll(mails, { timeout: 5_000 }).toHaveLength(1)
  }).toPass({ timeout: 60_000 })

  const [mail] = await mails()
  const link = /https?:\/\/[^\s/]+(\/unsubscribe\?token=[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const visitor = await (await browser.newContext({ baseURL: office.url().replace(/\/admin.*/, '') })).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await expect(visitor).toHaveURL('/unsubscribe')
  await expectAccessible(visitor)
  const dailyEmailEnabled = async () => (await (await page.request.get('/api/auth/user')).json()).dailyEmailEnabled as unknown
  expect(await dailyEmailEnabled()).toBe(true)
  await visitor.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  await expect(visitor.getByText('You will no longer get the daily email.')).toBeVisible()
  await expect.poll(dailyEmailEnabled).toBe(false)
  expect(await mails()).toHaveLength(1)

  await visitor.goto('/unsubscribe?token=mistyped')
  await visitor.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(visitor.getByText(/This link is incomplete. Please open the link in the email again/)).toBeVisible()
})

test('a student whose email bounced sees a notice on every screen and can have the address tried again', async ({ page, student }) => {
  const { body, headers } = postmarkCall(postmarkBounce({ email: student.email, at: new Date().toISOString() }))
  expect((await page.request.post('/api/mail-events/postmark', { data: body, headers })).status()).toBe(200)
  await expect(async () => {
    await page.goto('/reminders')
    await expect(page.getByText(`We can't reach you at ${student.email}.`)).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText(`We are not sending reminders to ${student.email}.`)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Change my address' }).press('Enter')
  await expect(page).toHaveURL('/profile')
  await page.getByRole('button', { name: 'Try this address again' }).press('Enter')
  await expect(page.getByText('An email is on its way to').first()).toBeVisible()
  await expect(page.getByText("We can't reach you")).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  await expect
    .poll(async () => (await mailsTo(student.email)).map(({ subject }) => subject), { timeout: 60_000 })
    .toContain('Our emails reach you again')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByText("We can't reach you")).toHaveCount(0)
})

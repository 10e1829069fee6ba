import { randomUUID } from 'node:crypto'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { owedFor } from '@medicready/domain/legal/shown/request-kinds'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, newStudent, test } from './fixtures.ts'
import { appendFacts } from './given-questions.ts'
import { officeIn } from './office.ts'

/** Unique to this run, since all tests share the product. */
const unique = () => randomUUID().slice(0, 8)

test('a visitor contacts the Admin Team by keyboard and sees when to expect an answer', async ({ page }) => {
  const { email } = newStudent()
  await page.goto('/legal/contact?kind=privacy')
  await expect(page.getByLabel('What is it about?')).toHaveValue('privacy')
  await expect(page.getByLabel('What is it about?')).toHaveAccessibleDescription(/within 10 business days, an answer within 45 days\.$/)
  await page.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Please tell us your name')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Vera Visitor')
  await page.getByLabel('Email').fill('vera@')
  await page.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email address/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('What do you know of me?')
  await page.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeFocused()
  await expect(
    page.getByText(/^You get a confirmation by .+, and an answer by .+\. We have sent you a confirmation email\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), { timeout: 60_000, intervals: [100] })
    .toEqual(['We have your message: Privacy'])
})

test('the contact form is prefilled for a student, and an administrator sees and closes the request', async ({
  browser,
  page: own,
  student,
}) => {
  const words = `A barrier in the list of questions (${unique()}).`
  await own.goto('/legal/contact')
  await expect(own.getByLabel('Your name')).toHaveValue('Ana Ortiz')
  await expect(own.getByLabel('Email')).toHaveValue(student.email)
  await own.getByLabel('What is it about?').selectOption('Accessibility')
  await own.getByLabel('Message').fill(words)
  // A double press sends it once.
  await own.getByRole('button', { name: 'Send message' }).dblclick()
  await expect(own.getByRole('heading', { name: 'We have your message' })).toBeVisible()

  // An old request is still open.
  const late = `Late ${unique()}`
  const [requestId, at] = [randomUUID(), hoursAfter(new Date().toISOString(), -30 * 24)]
  const whose = { requestId, userId: requestId, isVisitor: true }
  const said = { kind: 'license', name: late, email: 'late@example.org', message: 'Do you offer licenses?' } as const
  const fact: Fact = { type: 'ContactRequested', data: { ...whose, ...said, at, owed: owedFor('license', at), isAcknowledged: false } }
  await appendFacts([{ stream: `contactRequest-${requestId}`, facts: [fact] }])

  const page = await officeIn(browser)
  const listed = async () => (await page.request.get('/api/admin/contact-requests')).text()
  await expect.poll(listed, { timeout: 60_000, intervals: [100] }).toContain(late)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Messages' }).press('Enter')
  const overdue = page.getByRole('article', { name: `Institutional license, ${late}` })
  await expect(overdue).toContainText('Overdue')
  const message = page.getByRole('article').filter({ hasText: words })
  await expect(message).toHaveCount(1)
  await expect(message).toContainText('has an account')
  await expect(message).toContainText('A first answer by')
  // The earliest due is listed first.
  await expect(page.getByRole('article').filter({ hasText: 'Overdue' }).first()).toBeVisible()
  await expectAccessible(page)

  await overdue.getByRole('button', { name: /^Mark as answered/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('are deleted when the request is closed')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Note')).toBeFocused()
  await dialog.getByRole('button', { name: 'Mark as answered' }).press('Enter')
  await expect(dialog.getByLabel('Note')).toHaveAccessibleDescription(/Please write what you answered\./)
  await expectAccessible(page)
  await dialog.getByLabel('Note').fill(`No license yet, told ${late}.`)
  await dialog.getByRole('button', { name: 'Mark as answered' }).press('Enter')
  await expect(page.getByText('Marked as answered')).toBeVisible()
  await expect(overdue).toBeHidden()

  await message.getByRole('button', { name: /^Mark as answered/ }).click()
  await dialog.getByLabel('Note').fill('Mended, and thanked.')
  await dialog.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(message).toBeHidden()
  await page.getByLabel('Status').selectOption('Answered')
  await expect(message).toContainText('Note: Mended, and thanked.')
  await expect(page.getByText(late)).toBeHidden()
})

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, newStudent, register, type Student, signIn, test } from './fixtures.ts'
import { giveTutoring } from './given-tutoring.ts'
import { officeIn } from './office.ts'
import { product } from './product.ts'

const coming = (desk: Page) => desk.getByRole('region', { name: 'Upcoming sessions' }).getByRole('listitem')
const button = (of: ReturnType<typeof coming>, name: string) => of.getByRole('button', { name, exact: true })

test('a tutor moves a session and marks one as held, and the student rates it', async ({ page, browser, student }) => {
  const tutor: Student = { ...newStudent(), firstName: 'Tomas', lastName: 'Weber' }
  const context = await browser.newContext({ baseURL: product.url })
  await register(context.request, tutor)
  await signIn(context.request, tutor)
  // One in the past, one within a day, and one in three days.
  const { requestId, sessionIds } = await giveTutoring(
    { request: context.request, person: tutor },
    { request: page.request, person: student },
    [-3, 6, 72],
  )
  const desk = await context.newPage()

  await test.step('their list, and what they know about the student', async () => {
    await desk.goto('/tutoring/tutor')
    await expect(coming(desk)).toHaveCount(3)
    await expect(desk.getByRole('region', { name: 'Ana Ortiz' })).toContainText('Read a 12-lead without fear.')
    await expect(desk.getByRole('region', { name: 'Ana Ortiz' })).toContainText('2 of 5 left to schedule')
    await expectAccessible(desk)
  })

  await test.step('within 24 hours the time cannot change', async () => {
    await button(coming(desk).nth(1), 'Change').press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Change the session' })
    await expect(dialog).toContainText('The session begins in less than 24 hours, so you cannot change the time.')
    await expect(dialog.getByRole('radio', { name: /[AP]M$/ })).toHaveCount(0)
    await desk.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const startsAt = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().replace(/:\d\d:.*/, ':00:00.000Z')
    const plan = { startsAt, format: 'online', place: null }
    const refused = await desk.request.patch(`/api/tutor/requests/${requestId}/sessions/${sessionIds[1]}`, { data: plan })
    expect(await refused.json()).toMatchObject({ code: 'scheduleNoticeTooShort' })
  })

  await test.step('a later session is moved, by keyboard', async () => {
    const when = await coming(desk).nth(2).locator('p').first().textContent()
    await button(coming(desk).nth(2), 'Change').press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Change the session' })
    const last = dialog.getByRole('radio', { name: /[AP]M$/ }).last()
    await last.focus()
    await desk.keyboard.press('Space')
    await expect(last).toBeChecked()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText('Session changed')).toBeVisible()
    await expect(coming(desk).nth(2)).not.toContainText(when ?? '')
  })

  await test.step('a session is marked as held', async () => {
    await button(coming(desk).first(), 'It was held').press('Enter')
    await expect(desk.getByText('Session completed')).toBeVisible()
    await expect(coming(desk)).toHaveCount(2)
    await desk.getByText('Past sessions (1)').press('Enter')
    await expect(desk.getByRole('region', { name: 'Ana Ortiz' }).getByRole('listitem')).toContainText('Completed')
  })

  await test.step('the student rates it, and can change the rating', async () => {
    await page.goto('/tutoring')
    await page.getByRole('button', { name: 'Rate the session' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'How was it with Tomas Weber?' })
    await dialog.getByRole('button', { name: 'Save the rating' }).press('Enter')
    await expect(dialog.getByRole('group', { name: 'Your rating' })).toHaveAccessibleDescription(/./)
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: '4 of 5 stars' }).press('Space')
    await dialog.getByRole('button', { name: 'Save the rating' }).press('Enter')
    await expect(page.getByText('You rated it 4 of 5.')).toBeVisible()
    await desk.reload()
    await desk.getByText('Past sessions (1)').press('Enter')
    await expect(desk.getByText('Rated 4 of 5')).toBeVisible()
  })

  await test.step('the business counts it', async () => {
    const office = await officeIn(browser)
    await office.goto('/admin/sessions?state=completed')
    await expect(office.getByRole('row').filter({ hasText: 'Tomas Weber' }).first()).toContainText('4 of 5')
    type Metrics = { averageRating: number | null }
    const rating = async () => ((await (await office.request.get('/api/admin/business-metrics')).json()) as Metrics).averageRating
    await expect.poll(async () => (await rating()) ?? 0).toBeGreaterThanOrEqual(1)
    const average = (await rating()) ?? 0
    await office.goto('/admin/students')
    await expect(
      office
        .getByRole('definition')
        .filter({ hasText: average.toFixed(1) })
        .first(),
    ).toBeVisible()
  })
  await context.close()
})

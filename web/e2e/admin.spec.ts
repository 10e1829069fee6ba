import { readFile } from 'node:fs/promises'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { officeIn } from './office.ts'
import { administrator } from './product.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

/** The text of the file downloaded by a press. */
async function savedFile(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('an administrator opens every tab, and each one is accessible', async ({ browser }) => {
  const page = await officeIn(browser)
  await page.goto('/security')
  await page.getByRole('banner').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(heading(page, 'Students')).toBeFocused()
  await expect(tabs(page).getByRole('link')).toHaveText([
    'Students',
    'Subscriptions',
    'Discount Codes',
    'Revenue',
    'Sessions',
    'Tutoring Requests',
    'Performance',
    'System',
    'Question Reviews',
  ])
  // Users who registered since then come first.
  await page.getByLabel('Name or email').fill(administrator.email)
  await expect(page.getByRole('row', { name: administrator.email })).toBeVisible()
  await expectAccessible(page)

  const shown = {
    Subscriptions: 'What moved MRR',
    Revenue: 'Month by month',
    Sessions: 'Payouts',
    'Tutoring Requests': 'Tutors',
    Performance: 'From registration to payment',
    System: 'Services',
  }
  for (const [tab, part] of Object.entries(shown)) {
    await tabs(page).getByRole('link', { name: tab }).press('Enter')
    await expect(heading(page, tab)).toBeFocused()
    await expect(tabs(page).getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expect(heading(page, part)).toBeVisible()
    await expectAccessible(page)
  }
  // Live measurements have no facts behind them, and the page says so.
  await expect(page.getByText(/These numbers are live measurements/)).toBeVisible()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(heading(page, 'Audit')).toBeFocused()
  await expect(page.getByText(/^\d+\+? actions?$/)).toBeVisible()
  await expectAccessible(page)
  await tabs(page).getByRole('link', { name: 'Question Reviews' }).click()
  await expect(heading(page, 'Review Requests')).toBeFocused()
  await expect(tabs(page).getByRole('link', { name: 'Question Reviews' })).toHaveAttribute('aria-current', 'page')
})

test('a number shows the facts behind it, also for an earlier day, and can be exported', async ({ browser, student }) => {
  const page = await officeIn(browser)
  await page.goto('/admin/performance')

  await test.step('why it is what it is', async () => {
    await button(page, 'Why this number? Students').click()
    const dialog = page.getByRole('dialog', { name: 'Why this number? Students' })
    const fact = dialog.getByRole('row').filter({ hasText: 'Account registered' }).first()
    await expect(fact).toContainText('1')
    await expectAccessible(page)
    const file = await savedFile(page, () => button(page, 'Export CSV of why Students').click())
    expect(file.name).toBe('why-students.csv')
    expect(file.text).toMatch(/^\uFEFFWhen \(UTC\),Fact,Who,Amount\r\n/)
    await dialog
      .getByRole('link', { name: `${student.firstName} ${student.lastName}` })
      .first()
      .click()
    await expect(heading(page, 'History')).toBeVisible()
    await button(page, 'Why this number? Accuracy').press('Enter')
    const accuracy = page.getByRole('dialog', { name: 'Why this number? Accuracy' })
    await expect(accuracy.getByText('No events count toward it, so it is 0.')).toBeVisible()
  })

  await test.step('an earlier day stays in the URL across tabs', async () => {
    // The product of this run is newer, even across midnight.
    const before = addDays(new Date().toISOString().slice(0, 10), -2)
    await page.goto('/admin/performance')
    await page.getByLabel('As of').fill(before)
    await expect(page).toHaveURL(`/admin/performance?asOf=${before}`)
    await expect(page.getByText(/^Shown as it stood at the end of .+ \(UTC\)\.$/)).toBeVisible()
    await tabs(page).getByRole('link', { name: 'Students' }).click()
    await expect(page).toHaveURL(`/admin/students?asOf=${before}`)
    await expect(page.getByText('No matching students')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Back to today').click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  await test.step('export a table', async () => {
    await tabs(page).getByRole('link', { name: 'Revenue' }).click()
    const file = await savedFile(page, () => button(page, 'Export CSV of revenue by month').click())
    expect(file.name).toBe('revenue-by-month.csv')
    expect(file.text.split('\r\n')[1]).toMatch(/^\d{4}-\d{2},-?\d+/)
  })
})

test('actions on a student need a reason, which the audit and the history show', async ({ browser, page: _, student }) => {
  const page = await officeIn(browser)
  await page.goto('/admin')
  await page.getByLabel('Name or email').fill(student.email.slice(0, 24).toUpperCase())
  const row = page.getByRole('row', { name: student.email })
  await expect(row).toContainText('Free')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=/)

  await test.step('export the list of people', async () => {
    await button(page, 'Export CSV of students').click()
    const dialog = page.getByRole('dialog', { name: 'Export students' })
    await dialog.getByLabel('Reason').fill('For the yearly report.')
    const file = await savedFile(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).click())
    expect(file.text).toContain(student.email)
    expect(file.text.trim().split('\r\n')).toHaveLength(2)
  })

  await test.step('a plan is given', async () => {
    await row.getByRole('link', { name: `${student.firstName} ${student.lastName}` }).click()
    await expect(heading(page, `${student.firstName} ${student.lastName}`)).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Change plan').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Plan').selectOption('Premium')
    await dialog.getByRole('button', { name: 'Change the plan' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please enter a reason.')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expectAccessible(page)
    await dialog.getByLabel('Reason').fill('Lost a week to an outage.')
    await dialog.getByRole('button', { name: 'Change the plan' }).click()
    await expect(page.getByText('Plan changed')).toBeVisible()
    await expect(page.locator('main').getByText('Premium', { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Tier changed' })).toBeVisible()
  })

  await test.step('and appears in the audit', async () => {
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByLabel('Action, reason, or person').fill('lost a week')
    const entry = page.getByRole('row').filter({ hasText: 'Lost a week to an outage.' }).first()
    await expect(entry).toContainText('Tier changed')
    await expect(entry.getByRole('link', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
    // The page is busy when the search is due: the second change of the address comes before the first is shown.
    await page.getByLabel('Action, reason, or person').fill('lost a week ')
    await page.getByLabel('Action', { exact: true }).evaluate((select: HTMLSelectElement) => {
      select.value = 'TierChanged'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      for (const end = performance.now() + 400; performance.now() < end; );
    })
    await expect(page).toHaveURL(
      ({ searchParams }) => searchParams.get('search') === 'lost a week' && searchParams.get('type') === 'TierChanged',
    )
    await expectAccessible(page)
    const file = await savedFile(page, () => button(page, 'Export CSV of audit').click())
    const lines = file.text.trim().split('\r\n').slice(1)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toContain('Lost a week to an outage.')
    await page.getByLabel('Action', { exact: true }).selectOption('Student unlocked')
    await expect(page.getByText('No matching actions')).toBeVisible()
    await page.getByLabel('Action', { exact: true }).selectOption('All')
    await page.getByLabel('Action, reason, or person').fill('yearly report')
    await expect(page.getByRole('row').filter({ hasText: 'For the yearly report.' }).first()).toBeVisible()
  })
})

test('tutoring requests and sessions can be viewed for an earlier day, with facts for each number, by keyboard', async ({
  browser,
  page: own,
  student,
}) => {
  const asked = await own.request.post('/api/tutoring-requests', {
    data: {
      fullName: 'Ana Ortiz',
      email: student.email,
      preferredContactMethod: 'email',
      currentRole: 'paramedic_student',
      tutoringGoals: 'Pass the exam at the first try.',
      struggleAreas: ['Trauma'],
      takenNREMTBefore: false,
      preferredTimes: ['weekday_evenings'],
      preferredFormat: 'online',
      hasWebcamMic: true,
      wantsStudyPlan: false,
      interestedInBundle: false,
      agreesToTerms: true,
    },
  })
  expect(asked.status()).toBe(201)
  const page = await officeIn(browser)
  const row = page.getByRole('row').filter({ hasText: student.email })

  await test.step('the number of requests leads to the students who asked', async () => {
    await expect(async () => {
      await page.goto('/admin/tutoring-requests?status=pending')
      await expect(row).toContainText('Pending', { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await button(page, 'Why this number? Requests').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Why this number? Requests' })
    await expect(dialog.getByRole('row').filter({ hasText: 'Tutoring requested' }).first()).toContainText('1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(button(page, 'Why this number? Requests')).toBeFocused()
  })

  await test.step('a month ago there were no requests, and the filter stays', async () => {
    // Other tests give their students a history of several days.
    const monthAgo = addDays(new Date().toISOString().slice(0, 10), -30)
    await page.getByLabel('As of').fill(monthAgo)
    await expect(page).toHaveURL(`/admin/tutoring-requests?status=pending&asOf=${monthAgo}`)
    await expect(page.getByText('No matching requests')).toBeVisible()
    await expectAccessible(page)
    await tabs(page).getByRole('link', { name: 'Sessions' }).press('Enter')
    await expect(page).toHaveURL(`/admin/sessions?asOf=${monthAgo}`)
    await expect(page.getByText('No matching sessions')).toBeVisible()
    await page.getByLabel('State').selectOption('Completed')
    await expect(page).toHaveURL(`/admin/sessions?asOf=${monthAgo}&state=completed`)
    await button(page, 'Why this number? Students paid').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Why this number? Students paid' })
    await expect(dialog.getByText('No events count toward it, so it is 0.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  })
})

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cards, payByCard } from './card-payment.ts'
import { expect, newStudent, register, type Student, signIn, test } from './fixtures.ts'
import { officeIn } from './office.ts'
import { product } from './product.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name })

/** Requests tutoring through the form, first with errors. */
async function askForTutoring(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Tutoring/ }).click()
  await expect(page).toHaveURL('/tutoring')
  await expect(page.getByRole('region', { name: 'What it costs' })).toContainText('$225')
  const form = page.getByRole('form', { name: 'Ask for a tutor' })
  await expect(form.getByLabel('Full name')).toHaveValue('Ana Ortiz')
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(form.getByLabel('What is your current role?')).toBeFocused()
  await expect(form.getByLabel('What is your current role?')).toHaveAccessibleDescription('Please choose your current role')
  await expect(group(page, 'When are you available?')).toHaveAccessibleDescription('Please choose at least one time that suits you')
  await expectAccessible(page)

  await form.getByLabel('What is your current role?').selectOption('Paramedic student')
  await form.getByLabel('What are your goals?').fill('Pass the exam at the first try.')
  await page.reload()
  await expect(form.getByLabel('What are your goals?')).toHaveValue('Pass the exam at the first try.')
  await group(page, 'Have you taken the NREMT exam before?').getByLabel('No').check()
  await group(page, 'What do you struggle with?').getByLabel('Trauma').check()
  await group(page, 'Do you want a study plan').getByLabel('Yes').check()
  await group(page, 'When are you available?').getByLabel('Weekday evenings').check()
  await group(page, 'Online or in person?').getByLabel('Online').check()
  await group(page, 'Do you have a webcam').getByLabel('Yes').check()
  await group(page, 'How many sessions?').getByLabel('5 sessions').check()
  await form.getByLabel('I agree to the tutoring terms').check()
  await form.getByRole('button', { name: 'Send request' }).dblclick()
  await expect(page.getByText('Request sent')).toBeVisible()
  await expect(ownRequest(page)).toContainText('Pending')
}

const ownRequest = (page: Page) => page.getByRole('region', { name: /^Five sessions/ })

/** Applies as a tutor, first with an error. */
async function apply(page: Page): Promise<void> {
  await page.goto('/tutoring/apply')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByLabel('Certification number')).toBeFocused()
  await page.getByLabel('Certification number').fill('M5012345')
  await page.getByLabel('Valid until').fill('2099-12-31')
  await page.getByLabel('Years of field experience').fill('6')
  await page.getByLabel('Hours a week').fill('8')
  await page.getByLabel('About your experience').fill('Field training officer for four years.')
  await page.getByLabel('I agree to a background check').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for applying' })).toBeVisible()
}

/** Confirms the open dialog with a reason. */
async function decide(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('All papers seen.')
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

/** A payment passes through the provider, its webhook, the log, and the read models. */
const slow = { timeout: 60_000 }

/** Chooses the last shown time, more than a day away, and cancels the session. */
async function planAndCancel(page: Page): Promise<void> {
  await ownRequest(page).getByRole('button', { name: 'Choose a time' }).click()
  const plan = page.getByRole('dialog', { name: 'Choose a time' })
  await plan.getByRole('button', { name: 'Schedule the session' }).click()
  await expect(plan.getByText('Please choose a time')).toBeVisible()
  await plan
    .getByRole('radio', { name: /[AP]M$/ })
    .last()
    .check()
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Schedule the session' }).click()
  await expect(ownRequest(page).getByRole('listitem')).toContainText('Scheduled')
  await ownRequest(page).getByRole('button', { name: 'Cancel the session' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel this session?' })
  await expect(cancel).toContainText('The full price, $45.00, is refunded.')
  await cancel.getByRole('button', { name: 'Cancel the session' }).click()
  await expect(ownRequest(page).getByRole('listitem')).toContainText('Cancelled by you. $45.00 of $45.00 is paid back.')
}

/** The administrators' list contains the session, and its numbers lead to their facts. */
async function seeTheSession(admin: Page, tutorName: string): Promise<void> {
  const session = admin.getByRole('row').filter({ hasText: tutorName }).filter({ hasText: 'Ana Ortiz' })
  await expect(async () => {
    await admin.goto('/admin/sessions?state=cancelled')
    await expect(session).toContainText('Cancelled', { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await session.getByRole('button', { name: /^\$45\.00, Refunded, / }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: /^Why this number\? Refunded, / })
  await expect(dialog.getByRole('row', { name: 'Tutoring session cancelled' })).toContainText('$45.00')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(dialog).toBeHidden()
}

test('a student requests tutoring, another person becomes a tutor, and an administrator matches them', async ({
  page,
  browser,
  student,
}) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await page.goto('/')
  await askForTutoring(page)

  const tutor: Student = { ...newStudent(), firstName: 'Tara', lastName: `Lind ${student.email.slice(8, 16)}`.replaceAll(/\d/g, 'x') }
  const tutoring = await browser.newContext({ baseURL: product.url })
  await register(tutoring.request, tutor)
  await signIn(tutoring.request, tutor)
  const desk = await tutoring.newPage()
  await apply(desk)

  const admin = await officeIn(browser)
  await admin.goto('/admin/tutoring-requests?tutors=applied')
  const tutorName = `${tutor.firstName} ${tutor.lastName}`
  await admin.getByRole('button', { name: `Approve ${tutorName}` }).click()
  await admin.getByLabel('The background check has passed').check()
  await decide(admin, 'Approve the application')

  // A new role signs its holder out.
  await expect.poll(async () => (await tutoring.request.get('/api/auth/user')).status(), { timeout: 60_000 }).toBe(401)
  await signIn(tutoring.request, tutor)
  await desk.goto('/tutoring/tutor?tab=hours')
  await desk.getByRole('button', { name: 'Add hours on Monday' }).click()
  await desk.getByRole('button', { name: 'Save your hours' }).click()
  await expect(desk.getByText('Tutors offer at least five hours a week. Please add more hours.')).toBeFocused()
  await desk.getByRole('button', { name: 'Add hours on Thursday' }).click()
  await desk.getByRole('button', { name: 'Add a day' }).click()
  await desk.getByLabel('Day 1', { exact: true }).fill('2099-01-05')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Save your hours' }).click()
  await expect(desk.getByText('Hours saved')).toBeVisible()

  await admin.getByLabel('Applications').selectOption('All')
  await expect(admin.getByRole('row').filter({ hasText: student.email })).toContainText('Pending')
  await expectAccessible(admin)
  await admin.getByRole('row').filter({ hasText: student.email }).getByRole('link').click()
  await expect(admin.getByText('Pass the exam at the first try.')).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Accept' }).click()
  await admin.getByLabel('Tutor', { exact: true }).selectOption(tutorName)
  await decide(admin, 'Accept the request')
  await expect(admin.getByRole('main')).toContainText('$225.00')
  await admin.getByRole('link', { name: 'Sessions', exact: true }).click()
  await expect(admin.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()

  await desk.goto('/tutoring/tutor')
  await expect(desk.getByRole('region', { name: 'Ana Ortiz' })).toContainText('They have not paid yet.')
  await expectAccessible(desk)

  await expect(async () => {
    await page.goto('/tutoring')
    await expect(ownRequest(page)).toContainText(`${tutorName} is available`, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(ownRequest(page)).toContainText('Accepted')
  await ownRequest(page).getByRole('button', { name: 'Pay $225' }).click()
  await page.getByLabel('Email').fill(student.email)
  await payByCard(page, cards.pays, 'Pay')
  await expect(page.getByText('Thank you, your payment is confirmed.')).toBeVisible(slow)
  await planAndCancel(page)
  await seeTheSession(admin, tutorName)
  await tutoring.close()
})

test('a visitor reads about tutoring and is asked to sign in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'See how tutoring works' }).click()
  await expect(page.getByRole('heading', { name: 'Tutoring', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'If you cannot come' })).toContainText('All of it')
  await expect(page.getByRole('link', { name: 'Sign in or create an account' })).toHaveAttribute('href', '/login')
})

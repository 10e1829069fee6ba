import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { educatorPage } from './educators.ts'
import { expect, mailsTo, newStudent, type Student, test } from './fixtures.ts'
import { officeIn } from './office.ts'
import { grantRole } from './operator.ts'
import { product } from './product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameOf = ({ firstName, lastName }: Student): string => `${firstName} ${lastName}`

/** Opens the page of a student from the list, which is searched by their address. */
async function openStudent(page: Page, student: Student): Promise<void> {
  await page.goto(`/admin/students?search=${student.email}`)
  const link = page.getByRole('row', { name: student.email }).getByRole('link', { name: nameOf(student) })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: nameOf(student), level: 1 })).toBeVisible()
}

/** Opens a dialog from its button by keyboard. */
async function open(page: Page, name: string) {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** The audit entry with this reason. */
async function expectInAudit(page: Page, reason: string, what: string): Promise<void> {
  await page.goto('/admin/audit')
  await page.getByLabel('Action, reason, or person').fill(reason)
  await expect(page.getByRole('row').filter({ hasText: reason }).filter({ hasText: what })).toBeVisible()
}

test('an invited student follows the emailed link, chooses a password, and signs in', async ({ browser, page: guest }) => {
  const page = await officeIn(browser)
  const student: Student = { ...newStudent(), firstName: 'Ivo', lastName: 'Brandt' }
  const reason = `Comes with the class of ${student.email.slice(8, 16)}.`
  await page.goto('/admin/students')
  const dialog = await open(page, 'Create')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('ivo@')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await expect(dialog.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(student.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(student.firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(student.lastName)
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Plan').selectOption('Basic')
  await page.keyboard.press('Tab')
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByText('Student created')).toBeVisible()
  await expectInAudit(page, reason, 'Invited a student')

  let link: string | undefined
  const look = async () => {
    const mail = (await mailsTo(student.email)).find(({ subject }) => subject === 'You are invited to MedicReady')
    link = /https?:\/\/[^\s/]+(\/[\w-]+\?token=[\w-]+)/.exec(mail?.text ?? '')?.[1]
    return link
  }
  await expect.poll(look, { timeout: 60_000, intervals: [100] }).toBeDefined()
  await guest.goto(link ?? '')
  await guest.getByLabel('New password', { exact: true }).fill(student.password)
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL('/login')
  await guest.getByLabel('Email').fill(student.email)
  await guest.getByLabel('Password').fill(student.password)
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('Welcome back!')).toBeVisible()
  // The first steps may have opened above it.
  await expect(guest.getByRole('banner', { includeHidden: true }).first()).toContainText(/basic/i)
  await openStudent(page, student)
  await expect(page.getByText('Not verified')).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Was invited' })).toBeVisible()
})

test('an administrator unlocks a student after failed sign-ins and gives them a role, each with a reason', async ({
  browser,
  page: _,
  student,
  playwright,
}) => {
  const page = await officeIn(browser)
  const elsewhere = await playwright.request.newContext({ baseURL: product.url })
  const attempt = async (password: string) => {
    const answer = await elsewhere.post('/api/auth/login', { data: { email: student.email, password } })
    return answer.status()
  }
  // The first lock lasts seconds and may be over before the next request.
  while ((await attempt('a wrong guess')) !== 429);
  const mark = student.email.slice(8, 20)

  await openStudent(page, student)
  const unlocking = await open(page, 'Unlock')
  await expect(unlocking.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type(`Called us ${mark}.`)
  await unlocking.getByRole('button', { name: 'Unlock' }).press('Enter')
  await expect(page.getByText('Unlocked', { exact: true })).toBeVisible()
  expect(await attempt(student.password)).toBe(200)
  await elsewhere.dispose()

  const role = await open(page, 'Change role')
  await role.getByLabel('Role', { exact: true }).selectOption('Tutor: gives sessions')
  await role.getByLabel('Reason').press('Enter')
  await expect(role.getByLabel('Reason')).toHaveAccessibleDescription('Please enter a reason.')
  await expectAccessible(page)
  await role.getByLabel('Reason').fill(`Teaches ${mark}.`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Role changed')).toBeVisible()
  await expect(page.locator('main').getByText('Tutor', { exact: true })).toBeVisible()
  await expectInAudit(page, `Called us ${mark}.`, 'Unlocked an account')
  await expectInAudit(page, `Teaches ${mark}.`, 'Gave the role tutor')
})

test('an account is erased after its address is typed, and no personal data remains visible', async ({ browser, page: own, student }) => {
  const page = await officeIn(browser)
  const reason = `By letter ${student.email.slice(8, 20)}.`
  await openStudent(page, student)
  const dialog = await open(page, 'Erase')
  await expect(dialog.getByLabel('Their email, typed')).toBeFocused()
  await page.keyboard.type('someone@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(dialog.getByLabel('Their email, typed')).toHaveAccessibleDescription(/Type the email address of the account to confirm/)
  await expect(dialog.getByLabel('Their email, typed')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Their email, typed').fill(student.email)
  await dialog.getByRole('button', { name: 'Erase permanently' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Account erased')
  await expect(page.getByRole('heading', { name: 'Erased account', level: 1 })).toBeVisible()
  await expect(page.getByText(student.email)).toHaveCount(0)
  await expect(button(page, 'Erase')).toHaveCount(0)
  await expectAccessible(page)
  await expectInAudit(page, reason, 'Erased an account')
  await expect.poll(async () => (await own.request.get('/api/auth/user')).status()).toBe(401)
})

test('only administrators can open the dashboard, and only after adding a second factor', async ({ browser, page, student }) => {
  const isClosed = async (of: Page) => {
    await of.goto('/admin/students')
    await expect(of.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
    await of.getByRole('banner').getByRole('button').last().click()
    await expect(of.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
    await expect(of.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0)
  }
  await page.goto('/admin/revenue')
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expectAccessible(page)
  await isClosed(page)
  const educator = await educatorPage(browser)
  await isClosed(educator)

  await grantRole(page.request, student, 'tutor')
  await page.goto('/')
  await isClosed(page)
  for (const path of ['/api/admin/students', '/api/admin/audit', '/api/admin/system'])
    expect((await page.request.get(path)).status()).toBe(403)

  // As the services answer in production.
  const office = await officeIn(browser)
  await office.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), secondFactorRequired: true } })
  })
  await office.goto('/admin/students')
  await expect(office.getByRole('heading', { name: 'Second Factor Required' })).toBeVisible()
  await expectAccessible(office)
  await office.getByRole('link', { name: 'Add a second factor' }).press('Enter')
  await expect(office).toHaveURL('/security')
  await expect(office.getByText('Administrators need a second factor.')).toBeVisible()
  await expect(button(office, 'Add an authenticator app')).toBeVisible()
})

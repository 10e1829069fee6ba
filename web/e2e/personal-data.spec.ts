import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, test } from './fixtures.ts'
import { eraseAccount } from './operator.ts'

const DAY = 24 * 3_600_000
const section = { download: 'Download my data', deletion: 'Delete account' }

test('a student downloads all of their data', async ({ page, student }) => {
  await page.goto('/profile')
  const card = page.getByRole('region', { name: section.download })
  await card.getByRole('button', { name: 'Ask for my data' }).click()
  await expect(card.getByText('We are preparing your data.')).toBeVisible()

  const link = card.getByRole('link', { name: 'Download ZIP' })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expect(card.getByText('Your data is ready to download until')).toBeVisible()
  await expectAccessible(page)

  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('medicready-data.zip')
  const files = unzipSync(await readFile(await download.path()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const facts = JSON.parse(text('facts.json')) as { what: string; email?: string }[]
  expect(facts.map(({ what }) => what)).toEqual(expect.arrayContaining(['AccountRegistered', 'EmailVerified', 'ExportRequested']))
  expect(facts.find(({ what }) => what === 'AccountRegistered')).toMatchObject({ email: student.email, firstName: student.firstName })
  expect(text('users.csv')).toContain(student.email)
  expect(text('README.txt')).toContain('facts.json')

  await expect
    .poll(async () => (await mailsTo(student.email)).map(({ subject }) => subject))
    .toContain('Your data from MedicReady is ready')
})

test('an expired download can be requested again', async ({ page, student: _ }) => {
  const expired = { id: '0197b1a2-7f5c-5e4d-9e32-8daf5c3b6e33', situation: 'expired', bytes: 7_000 }
  const days = (count: number) => new Date(Date.now() - count * DAY).toISOString()
  await page.route('**/api/user/exports', (route) => route.fulfill({ json: [{ ...expired, requestedAt: days(3), expiresAt: days(2) }] }))
  await page.goto('/profile')
  const card = page.getByRole('region', { name: section.download })
  await expect(card.getByText('Your last download has expired.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Ask for my data' })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
})

test('a student requests deletion, withdraws it, and deletes the account after all: sign-in no longer works', async ({ page, student }) => {
  await page.goto('/profile')
  const card = page.getByRole('region', { name: section.deletion })
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await card.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('No one can restore them')).toBeVisible()
  await expectAccessible(page)

  const password = dialog.getByLabel('Your password')
  const confirm = dialog.getByRole('button', { name: 'Delete in 7 days' })
  await confirm.click()
  await expect(dialog.getByText('Please enter your password')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('not my password')
  await confirm.click()
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill(student.password)
  await confirm.click()
  await expect(dialog).toBeHidden()

  const banner = page.getByRole('region', { name: 'Deletion of your account' })
  const inAWeek = await page.evaluate(
    (time) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(time)),
    Date.now() + 7 * DAY,
  )
  await expect(banner).toContainText(`Your account will be deleted on ${inAWeek}.`)
  await expectAccessible(page)
  await expect
    .poll(async () => (await mailsTo(student.email)).map(({ subject }) => subject))
    .toContain('Your account with MedicReady will be deleted')

  // It is on every screen, and after a reload.
  await page.goto('/modules')
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays')).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()

  await page.goto('/profile')
  await card.getByRole('button', { name: 'Delete account' }).click()
  await password.fill(student.password)
  await password.press('Enter')
  await expect(card.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  await expect(banner).toBeVisible()

  // An operator can do at once what the worker does after a week.
  await eraseAccount(student)
  await expect
    .poll(async () => (await mailsTo(student.email)).map(({ subject }) => subject), { timeout: 60_000 })
    .toContain('Your account with MedicReady is deleted')
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'JOIN US' })).toBeVisible()
  const refused = await page.request.post('/api/auth/login', { data: { email: student.email, password: student.password } })
  expect(refused.status()).toBe(401)
})

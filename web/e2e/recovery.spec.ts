import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, newStudent, register, signIn, test, verificationLink } from './fixtures.ts'

const better = 'a better horse'

/** Waits for an email with this subject and returns the path and query of its link. */
async function linkOf(email: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const mail = (await mailsTo(email)).findLast((one) => subject.test(one.subject))
        link = /https?:\/\/[^\s/]+(\/[\w-]+\?token=[\w-]+)/.exec(mail?.text ?? '')?.[1]
        return link
      },
      { message: `a mail to ${email}`, timeout: 60_000, intervals: [100] },
    )
    .toBeDefined()
  return link ?? ''
}

const mailArrived = (email: string, subject: string) =>
  expect.poll(async () => (await mailsTo(email)).map((mail) => mail.subject), { timeout: 60_000, intervals: [100] }).toContain(subject)

const signInOn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'SIGN IN' }).click()
}

test('a verification link opened in another browser asks for the chosen password', async ({ page, playwright, baseURL }) => {
  const student = newStudent()
  const elsewhere = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL })
  await elsewhere.post('/api/auth/register', { data: student })
  await elsewhere.dispose()
  await page.goto(await verificationLink(student.email))
  const field = page.getByLabel('Enter the password that you chose')
  await expect(field).toBeVisible()
  expect(page.url()).not.toContain('token')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'VERIFY EMAIL' }).click()
  await expect(field).toHaveAccessibleDescription('Please enter your password')
  await field.fill('not the one')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('That password is incorrect.')
  await expect(field).toBeFocused()
  await field.fill(student.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('a forgotten password is reset through the emailed link', async ({ page, playwright, baseURL }) => {
  const student = newStudent()
  const elsewhere = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL })
  await register(elsewhere, student)
  await signIn(elsewhere, student)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'FORGOT PASSWORD' })).toBeVisible()
  await expectAccessible(page)
  const email = page.getByLabel('Email')
  await email.fill('ana@')
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await email.fill(student.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)

  const link = await linkOf(student.email, /^Choose a new password/)
  await page.goto(link)
  const field = page.getByLabel('New password', { exact: true })
  await expect(field).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await field.fill('12345')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('Password must be at least 6 characters')
  await field.fill('password1')
  await page.keyboard.press('Enter')
  await expect(field).not.toHaveAccessibleDescription(/At least 6/)
  await expectAccessible(page)
  await field.fill(better)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed. You can sign in with it now.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(401)
  await elsewhere.dispose()
  await signInOn(page, student.email, better)
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('one more horse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('changing the password keeps this device signed in and signs out all others', async ({ page, student, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL })
  await signIn(elsewhere, student)
  await page.goto('/security')
  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password', { exact: true })]
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(current).toHaveAccessibleDescription('Please enter your password')
  await expect(current).toBeFocused()
  await current.fill('not the one')
  await next.fill(better)
  await page.keyboard.press('Enter')
  await expect(current).toHaveAccessibleDescription('That password is incorrect.')
  await expectAccessible(page)
  await current.fill(student.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed, and all your other devices are signed out.')).toBeVisible()
  await expect(current).toHaveValue('')
  expect((await elsewhere.get('/api/auth/user')).status()).toBe(401)
  await elsewhere.dispose()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await mailArrived(student.email, 'Your password for MedicReady was changed')
})

test('a new email address takes effect through the link that is sent to it', async ({ page, student, browser }) => {
  const wanted = newStudent().email
  await page.goto('/profile')
  await page.getByLabel('New email address').fill(student.email)
  await page.getByLabel('Your password').fill(student.password)
  await page.getByRole('button', { name: 'Change Email' }).click()
  await expect(page.getByLabel('New email address')).toHaveAccessibleDescription('Your account already has that email address.')
  await expectAccessible(page)
  await page.getByLabel('New email address').fill(wanted)
  await page.getByRole('button', { name: 'Change Email' }).click()
  await expect(page.getByText('We sent a link to the new address. Your address changes when you open it.')).toBeVisible()

  const link = await linkOf(wanted, /^Confirm your new email address/)
  // Without a session, the password is required.
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  const field = stranger.getByLabel('Enter the password of your account')
  await field.fill('not the one')
  await stranger.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('That password is incorrect.')
  expect(stranger.url()).not.toContain('token')
  await expectAccessible(stranger)
  await stranger.context().close()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email address changed' })).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(page.getByText(`You sign in with ${wanted}.`)).toBeVisible()
  await mailArrived(student.email, 'Your email address at MedicReady was changed')
})

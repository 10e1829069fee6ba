import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, newStudent, register, type Student, test } from './fixtures.ts'

async function signInByScreen(page: Page, { email, password }: Student): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'SIGN IN', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
}

let device: CDPSession | null = null
// The window is kept for the next test, which may have a device of its own.
test.afterEach(async () => {
  await device?.send('WebAuthn.disable')
  device = null
})

/** Chromium's virtual authenticator: a device that says yes to everything. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  device = session
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const section = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Second factor' }) })

test('a student adds an authenticator app, signs in with its code and with a recovery code, and removes it', async ({ page, student }) => {
  await page.goto('/security')
  await section(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Please enter your password')).toBeVisible()
  await dialog.getByLabel('Your password').fill('a guess')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(student.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await dialog.getByLabel('Code', { exact: true }).fill('12345')
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click()
  await expect(dialog.getByText('Please enter the six digits that the app shows')).toBeVisible()
  // Each code works once, within half a minute of its own: this one is current, that of the next sign-in is from
  // the next half minute.
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page).getByText('You have 10 recovery codes left.')).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => (await mailsTo(student.email)).map(({ subject }) => subject))
    .toContain('An authenticator app was added to your account with MedicReady')

  await signOut(page)
  await signInByScreen(page, student)
  await expect(page.getByRole('heading', { name: 'SECOND STEP' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now() - 300_000))
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('That code is incorrect.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(codeAt(Date.now() + 30_000))
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await signOut(page)
  await signInByScreen(page, student)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.goto('/security')
  await expect(section(page).getByText('You have 9 recovery codes left.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await dialog.getByLabel('Your password').fill(student.password)
  await dialog.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await expect(page.getByText('Authenticator app no longer works for your account.')).toBeVisible()
  await expect(section(page).getByRole('listitem')).toHaveCount(0)
})

test('a student adds a passkey and signs in with it, with and without the password', async ({ page, student }) => {
  await withDevice(page)
  await page.goto('/security')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Your password').fill(student.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page).getByText('My laptop')).toBeVisible()

  await signOut(page)
  await signInByScreen(page, student)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await page.goto('/security')
  await expect(section(page).getByText('My laptop')).toBeVisible()
})

test('a browser without a passkey shows a message, and the password still works', async ({ page }) => {
  const student = newStudent()
  await register(page.request, student)
  await withDevice(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used. Please try again or use another method.')).toBeVisible()
  await signInByScreen(page, student)
  await expect(page.getByText('Welcome back!')).toBeVisible()
})

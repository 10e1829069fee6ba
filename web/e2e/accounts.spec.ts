import { expectAccessible } from './accessible.ts'
import { expect, mailsTo, newStudent, register, test, verificationLink } from './fixtures.ts'

const signInForm = 'SIGN IN'

test('a new student registers, verifies their address, signs in, and signs out', async ({ page }) => {
  const student = newStudent()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'CREATE ACCOUNT' })).toBeVisible()
  await page.getByLabel('First name').fill(student.firstName)
  await page.getByLabel('Last name').fill(student.lastName)
  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password').fill(student.password)
  await page.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  const box = page.getByRole('checkbox', { name: 'I am 18 or older and agree to the terms' })
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription('Please confirm that you are 18 or older and agree to the terms')
  await box.check()
  const [registration] = await Promise.all([
    page.waitForRequest('**/api/auth/register'),
    page.getByRole('button', { name: 'CREATE ACCOUNT' }).click(),
  ])
  expect(registration.postDataJSON()).toMatchObject({
    timeZone: 'America/Chicago',
    agreedTo: { statement: 'I am 18 or older and agree to the terms' },
  })
  await expect(page.getByText('Check your email!')).toBeVisible()

  await page.getByLabel('Password').fill(student.password)
  await page.getByRole('button', { name: signInForm }).click()
  await expect(page.getByRole('alert')).toContainText('Email not verified')
  await page.getByRole('button', { name: 'Resend Email' }).click()
  // The mail of the registration was sent less than a minute ago.
  await expect(page.getByText(/^We already sent an email to this address\. You can ask for another one in \d+ seconds?\.$/)).toBeVisible()

  await page.goto(await verificationLink(student.email))
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password').fill(student.password)
  await page.getByRole('button', { name: signInForm }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page).toHaveURL('/')
  const onboarding = page.getByRole('dialog', { name: 'GET STARTED' })
  await expect(onboarding).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(onboarding).toBeHidden()

  await page.goto('/settings')
  const agreement = page.getByRole('region', { name: 'Your agreement' })
  await expect(agreement).toContainText('You agreed to Terms of Service (version 1)')
  await expect(agreement).toContainText('What you ticked: “I am 18 or older and agree to the terms”')
  await expect(agreement.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/legal?document=terms&version=1')

  await page.getByRole('button', { name: 'Ana Ortiz' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'JOIN US' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('medicready.token')
  await page.reload()
  await expect(page.getByRole('link', { name: 'JOIN US' })).toBeVisible()
})

test('forms show each error at its field and send nothing', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url())
  })
  await page.goto('/login')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('ana@')
  await page.getByLabel('Password').fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password must be at least 6 characters')
  await page.getByLabel('Email').fill('ana@example.org')
  await expect(page.getByText('Invalid email address')).toBeHidden()

  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'CREATE ACCOUNT' }).click()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Last name is required')
  await expectAccessible(page)
  expect(calls).toEqual([])
})

test('a rejected sign-in and one without a response show different messages, and only the latter is sent again as it was', async ({
  page,
}) => {
  const alert = page.getByRole('alert')
  const submit = () => page.getByRole('button', { name: signInForm }).click()
  await page.goto('/login')
  await page.getByLabel('Email').fill(newStudent().email)
  await page.getByLabel('Password').fill('wrong password')
  await submit()
  await expect(alert).toContainText('Invalid email or password')
  await expect(page.getByLabel('Password')).toBeFocused()
  await submit()
  await expect(alert).toHaveCount(1)
  await expectAccessible(page)

  const keys: (string | undefined)[] = []
  await page.route('**/api/auth/login', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await page.getByLabel('Email').fill(newStudent().email)
  await submit()
  await expect(alert).toContainText('Failed to login')
  await submit()
  await expect(alert).toContainText('Invalid email or password')
  await submit()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

test.describe('verification links', () => {
  test('without a token, never sent, or without a response of the server are rejected', async ({ page }) => {
    await page.goto('/verify-email')
    await expect(page.getByText('Invalid verification link. Please check your email for the correct link.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to Sign In' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/verify-email?token=made-up')
    await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible()
    await expect(page.getByText('Invalid verification link.')).toBeVisible()
    await page.route('**/api/auth/verify-email**', (route) => route.abort())
    await page.goto('/verify-email?token=any')
    await expect(page.getByText('An error occurred during verification. Please try again.')).toBeVisible()
  })

  test('are sent once per visit', async ({ page }) => {
    const student = newStudent()
    await page.request.post('/api/auth/register', { data: student })
    const link = await verificationLink(student.email)
    const calls: string[] = []
    page.on('request', (sent) => {
      if (sent.url().includes('/api/auth/verify-email')) calls.push(sent.url())
    })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
    expect(calls).toHaveLength(1)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible()
  })
})

test('registering an address twice gives nothing away and sends a verified account no second link', async ({ request }) => {
  const student = newStudent()
  await register(request, student)
  const again = await request.post('/api/auth/register', { data: { ...student, firstName: 'Someone' } })
  expect(again.status()).toBe(201)
  const links = (await mailsTo(student.email)).filter(({ text }) => text.includes('/verify-email?token='))
  expect(links).toHaveLength(1)
})

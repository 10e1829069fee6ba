import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const headline = { level: 1, name: 'YOUR NEW HOME FOR FUNCTIONAL PARAMEDIC PREP' } as const

test('a visitor sees the landing page at / and at every screen that needs a sign-in', async ({ page }) => {
  for (const address of ['/dashboard', '/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', headline)).toBeVisible()
  }
  await expect(page.getByText('AI-POWERED NREMT PREP')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Everything You Need to Pass' })).toBeVisible()
  const coverage = page.getByRole('region', { name: 'Complete NREMT Coverage' })
  await expect(coverage.getByRole('listitem')).toHaveCount(9)
  await expect(coverage).toContainText(/More than 1,\d00 questions in nine modules and seven item types, each with its sources\./)
  await expect(page.getByRole('listitem', { name: 'Premium' })).toContainText('$12 a month')
  await page.getByText('Who writes the questions?').click()
  await expect(page.getByText('AI drafts them')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Affordable, AI-powered NREMT paramedic exam preparation.')
  for (const [name, href] of Object.entries({ Legal: '/legal', Status: '/status', 'Our track record': '/readiness' }))
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  await expectAccessible(page)
  for (const name of ['GET STARTED', 'JOIN US', 'Start Studying Today']) {
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible()
  }
})

test('a visitor at an unknown address sees that it does not exist, and the landing page with links onward', async ({ page }) => {
  const answer = await page.goto('/no/such/screen')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', headline)).toBeVisible()
  await expect(page).toHaveTitle(/^Page Not Found/)
  const notice = page.getByRole('region', { name: '404 Page Not Found' })
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a visitor tries the three questions by keyboard, and the server grades them with explanations and sources', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  const held = await page.content()
  expect(held).not.toContain('This converts about four in ten patients')
  await page.getByRole('link', { name: 'SEE PREP TYPES' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Seven item types, as on exam day' })).toBeInViewport()
  const first = page.getByRole('form', { name: 'Question 1 of 3' })
  await first.scrollIntoViewIfNeeded()
  await expect(first.getByRole('img')).toHaveJSProperty('complete', true)

  await first.getByRole('button', { name: 'Submit Answer' }).press('Enter')
  await expect(first.getByRole('alert')).toHaveText('Please answer every part before submitting.')
  await first.getByRole('radio', { name: 'Adenosine 6 mg rapid IV push' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(first.getByRole('heading', { name: 'Correct' })).toBeFocused()
  await expect(first).toContainText('This converts about four in ten patients')
  await expect(first).toContainText('AHA Guidelines for CPR and ECC')
  await first.getByRole('button', { name: 'Next Question' }).press('Enter')

  const second = page.getByRole('form', { name: 'Question 2 of 3' })
  for (const row of await second.getByRole('group').all()) await row.getByRole('radio').first().check()
  await second.getByRole('button', { name: 'Submit Answer' }).press('Enter')
  await expect(second.getByRole('heading', { name: 'Incorrect: 3 of 5 parts right' })).toBeFocused()
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Next Question' }).press('Enter')

  const third = page.getByRole('form', { name: 'Question 3 of 3' })
  await third.getByRole('button', { name: 'Move up: Seal the chest wound' }).press('Enter')
  await expect(third.getByRole('status')).toHaveText(/^Now step \d of 4$/)
  await third.getByRole('button', { name: 'Submit Answer' }).press('Enter')
  await expect(third.getByRole('link', { name: 'Make a free account' })).toBeVisible()
  await expect(third).toContainText('1 of 3 right')
  await expect(page.getByRole('group', { name: 'Questions to try' }).getByRole('button', { name: /right/ })).toHaveCount(1)
  await expectAccessible(page)
  expect(scripts).toEqual(['/theme.js', expect.stringMatching(/^\/assets\/landing-[\w-]+\.js$/)])
  await third.getByRole('link', { name: 'Make a free account' }).click()
  await expect(page.getByRole('heading', { name: 'CREATE ACCOUNT' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page still shows everything, including the questions, and its links work', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Her rhythm strip is shown.')).toBeVisible()
    await expect(page.getByText('Modified Valsalva with leg raise')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ready to Pass Your NREMT?' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'GET STARTED' })).toHaveAttribute('href', '/login')
  })
})

test.describe('on a system with a dark theme', () => {
  test.use({ colorScheme: 'dark' })

  test('the first paint is dark already', async ({ page }) => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 22)')
  })
})

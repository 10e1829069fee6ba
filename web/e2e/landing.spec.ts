import { expect, expectAccessible, test } from './fixtures.ts'

test('a visitor sees what the product is, at / and wherever else nothing is meant for them', async ({ page }) => {
  for (const address of ['/', '/dashboard', '/no/such/screen']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'YOUR NEW HOME FOR FUNCTIONAL PARAMEDIC PREP' })).toBeVisible()
  }
  await expect(page.getByText('AI-POWERED NREMT PREP')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Everything You Need to Pass' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Complete NREMT Coverage' }).getByRole('listitem')).toHaveCount(9)
  await expect(page.getByText('Affordable, AI-powered NREMT paramedic exam preparation.')).toBeVisible()
  await expectAccessible(page)
})

test('the landing page loads none of the app', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts).toEqual(['/theme.js'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page still says everything and leads on', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Ready to Pass Your NREMT?' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'GET STARTED' })).toHaveAttribute('href', '/login')
  })
})

for (const name of ['GET STARTED', 'JOIN US', 'Start Studying Today'])
  test(`${name} leads to the sign-in screen`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible()
  })

test('SEE PREP TYPES shows the modules', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'SEE PREP TYPES' }).click()
  await expect(page.getByRole('heading', { name: 'Complete NREMT Coverage' })).toBeInViewport()
})

test.describe('where the system is dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the first paint is dark already', async ({ page }) => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 22)')
  })
})

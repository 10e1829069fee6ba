import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const saveProfile = 'Save Profile'

test("the profile shows a student's details, and the name can be changed", async ({ page, student }) => {
  await page.goto('/no/such/screen')
  await page.getByRole('button', { name: 'Ana Ortiz' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main.getByText(`Email: ${student.email}`)).toBeVisible()
  for (const words of ['Email verified', 'Student', 'Free', 'Study Statistics'])
    await expect(main.getByText(words, { exact: true })).toBeVisible()
  await expect(main.getByText('Your statistics begin with your first answer.')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('First name').fill(' Zoë ')
  await page.getByLabel('Last name').fill('O’Neil-Ortiz')
  await page.getByLabel('Phone number (optional)').fill('(312) 555-0188')
  await page.getByLabel('First language').selectOption('Haitian Creole')
  await page.getByLabel('Paramedic program').fill(' Front  Range College')
  await page.getByLabel('Phone number (optional)').press('Enter')
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(page.getByRole('heading', { name: "Zoë O'Neil-Ortiz" })).toBeVisible()
  const menu = page.getByRole('button', { name: "Zoë O'Neil-Ortiz" })
  await expect(menu).toContainText('ZO')
  await expect(page.getByRole('button', { name: saveProfile })).toHaveAccessibleDescription('No changes to save.')

  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
  await expect(page.getByLabel('Last name')).toHaveValue("O'Neil-Ortiz")
  await expect(page.getByLabel('Phone number (optional)')).toHaveValue('(312) 555-0188')
  await expect(page.getByLabel('Paramedic program')).toHaveValue('Front Range College')
  await page.getByLabel('First language').selectOption('Prefer not to say')
  await page.getByLabel('Phone number (optional)').fill('')
  await page.getByRole('button', { name: saveProfile }).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect
    .poll(async () => (await page.request.get('/api/auth/user')).json())
    .toMatchObject({ firstName: 'Zoë', phone: null, firstLanguage: null, paramedicProgram: 'Front Range College' })

  await main.getByRole('link', { name: /^Settings/ }).click()
  await expect(page).toHaveURL('/settings')
})

test('statistics that fail load on retry, invalid values show an error at the field, and a lost change is sent once', async ({
  page,
  student: _,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/user/profile', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await page.route('**/api/user/stats', (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByText('Your statistics could not be loaded.')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Ana')
  await page.unroute('**/api/user/stats')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Study Statistics' })).toBeVisible()

  await page.getByLabel('First name').fill('')
  await page.getByLabel('Last name').fill('http://evil.example')
  await page.getByLabel('Phone number (optional)').fill('call me')
  await page.getByRole('button', { name: saveProfile }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(
    'Please use only letters, spaces, apostrophes, hyphens, and periods',
  )
  await expect(page.getByLabel('Phone number (optional)')).toHaveAccessibleDescription(
    'Please enter a phone number, such as +1 303 555 0100',
  )
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Beatriz')
  await expect(page.getByText('First name is required')).toBeHidden()
  expect(keys).toEqual([])

  await page.getByLabel('Last name').fill('Ortiz')
  await page.getByLabel('Phone number (optional)').fill('')
  await page.getByRole('button', { name: saveProfile }).click()
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await expect(page.getByLabel('First name')).toHaveValue('Beatriz')
  await page.getByRole('button', { name: saveProfile }).dblclick()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
})

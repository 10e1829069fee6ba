import { expectAccessible } from './accessible.ts'
import { expect, expectSignInAgain, test } from './fixtures.ts'

test('an unknown address shows a message inside the frame, whose menu and skip link work from the keyboard', async ({ page, student }) => {
  await page.goto('/no/such/screen')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found · MedicReady')
  await expect(page.getByRole('banner')).toContainText('FREE')
  const menu = page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeFocused()
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('every screen keeps the theme chosen in the menu, and shows a lost connection and the end of the session', async ({
  page,
  context,
  student,
}) => {
  await page.goto('/no/such/screen')
  await page.getByRole('button', { name: `${student.firstName} ${student.lastName}` }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)

  await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
  // Parts that load later would fail, since nothing is cached without a service worker.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Some features may be limited.")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("You're offline. Some features may be limited.")).toBeHidden()

  await context.clearCookies()
  await expectSignInAgain(page, () => page.getByRole('navigation').getByRole('link', { name: 'Study Mode' }).click())
})

test('when a service does not respond, the screen offers to try again', async ({ page, student }) => {
  let down = true
  await page.route('**/api/auth/user', (route) =>
    down
      ? route.fulfill({
          status: 503,
          json: { message: 'The service is temporarily unavailable. Please try again in a moment.', code: 'unavailable' },
        })
      : route.continue(),
  )
  await page.goto('/no/such/screen')
  await expect(page.getByRole('alert')).toContainText('The service is temporarily unavailable.')
  await expectAccessible(page)
  down = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: `${student.firstName} ${student.lastName}` })).toBeVisible()
})

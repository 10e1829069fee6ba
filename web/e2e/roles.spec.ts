import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { officeIn } from './office.ts'
import { administrator } from './product.ts'

test('an administrator gives a student the educator role and takes it away, and the student sees the difference', async ({
  page,
  browser,
  student,
}) => {
  const admin = await officeIn(browser)
  await admin.goto('/admin/roles')
  await expect(admin.getByText(administrator.email)).toBeVisible()
  await expectAccessible(admin)

  await admin.getByRole('button', { name: 'Give a role' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Give a role' })
  await dialog.getByLabel('Email').fill(student.email)
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please enter a reason.')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(admin)
  await dialog.getByLabel('Reason').fill('Teaches trauma care.')
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(admin.getByText(`${student.email} has the role educator now.`)).toBeVisible()
  const row = admin.getByRole('listitem').filter({ hasText: student.email })
  await expect(row).toContainText('Educator')

  await page.goto('/admin/review-requests')
  await expect(page.getByRole('link', { name: 'JOIN US' })).toBeVisible()
  await signIn(page.request, student)
  await page.goto('/admin/review-requests')
  await expect(page.getByRole('heading', { name: 'Review Requests' })).toBeVisible()
  await page.goto('/admin/roles')
  await expect(page.getByRole('heading', { name: 'Admin Access Required' })).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Change the role of' }).click()
  const change = admin.getByRole('dialog')
  await change.getByLabel('Reason').fill('Moved on.')
  await change.getByRole('button', { name: 'Change the role' }).click()
  await expect(row).toBeHidden()
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401)
})

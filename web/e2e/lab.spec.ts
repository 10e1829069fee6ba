import { expect, expectAccessible, test } from './fixtures.ts'
import { grantRole } from './operator.ts'

test('an analyst finds what facts mean and how many there are, by keyboard, and sees no one', async ({ page, student }) => {
  await test.step('the lab is closed to students', async () => {
    await page.goto('/lab')
    await expect(page.getByRole('heading', { name: 'Analyst Access Required' })).toBeVisible()
    await grantRole(page.request, student, 'analyst')
  })

  await test.step('the menu leads to it', async () => {
    await page.goto('/modules')
    await page.getByRole('banner').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Data Lab' }).click()
    await expect(page.getByRole('heading', { name: 'Data Lab', level: 1 })).toBeFocused()
    await expect(page.getByRole('img', { name: /^Facts by area\. .*Accounts: [1-9]/ })).toBeVisible()
    await expectAccessible(page)
  })

  const types = page.getByRole('table', { name: 'Data dictionary' })
  const typeOf = (name: string) => types.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

  await test.step('a search, an area, and an order stay in the address', async () => {
    await page.getByLabel('Type, field, or meaning').fill('account created')
    await expect(typeOf('Account registered')).toContainText('Accounts')
    await expect(typeOf('Answer submitted')).toHaveCount(0)
    await page.getByLabel('Area', { exact: true }).selectOption('Accounts')
    await expect(page.getByRole('img', { name: /^Facts of accounts by type\. / })).toBeVisible()
    await types.getByRole('button', { name: 'Type' }).press('Enter')
    await expect(types.getByRole('columnheader', { name: 'Type' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL('/lab?search=account+created&room=accounts&sort=type')
    await page.getByRole('button', { name: 'Show table of Facts of accounts by type' }).press('Enter')
    await expect(page.getByRole('rowheader', { name: 'Account erased' })).toBeVisible()
  })

  const dialog = page.getByRole('dialog', { name: 'Account registered' })

  await test.step('a type opens its fields, and closes where it was opened', async () => {
    const opener = page.getByRole('button', { name: 'Account registered', exact: true })
    await opener.press('Enter')
    const email = dialog.getByRole('listitem').filter({ has: page.getByText('email', { exact: true }) })
    await expect(email).toContainText('Sealed')
    await expect(dialog.getByRole('button', { name: 'Export CSV of fields of Account registered' })).toBeVisible()
    await expect(dialog).not.toContainText(student.email)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('a field leads to the parts of its value', async () => {
    await page.goto('/lab?fact=AnswerSubmitted')
    const answer = page.getByRole('dialog', { name: 'Answer submitted' })
    await answer.getByText('Parts: ItemAnswer').click()
    await expect(answer.getByText('kind: multiple_choice')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('pages that name people are closed to them', async () => {
    for (const address of ['/admin/students', '/admin/roles', '/admin/questions']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: /^(?:Admin|Educator) Access Required$/ })).toBeVisible()
    }
  })
})

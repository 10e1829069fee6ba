import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { exportFacts, grantRole } from './operator.ts'

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

test('an analyst queries the export by keyboard, sees a table and a chart, and finds the saved query again', async ({ page, student }) => {
  await grantRole(page.request, student, 'analyst')
  await exportFacts()
  const editor = page.getByLabel('Query', { exact: true })

  await test.step('names are suggested', async () => {
    await page.goto('/lab')
    await page.getByRole('tab', { name: 'Data dictionary' }).press('ArrowRight')
    await editor.pressSequentially('SELECT type, count(*) AS facts FROM AccountReg')
    await expect(page.getByRole('option')).toHaveText(['AccountRegistered'])
    await editor.press('ArrowDown')
    await expectAccessible(page)
    await editor.press('Enter')
    await editor.pressSequentially(' GROUP BY typ')
    await editor.press('ArrowDown')
    await editor.press('Tab')
    await expect(editor).toHaveValue('SELECT type, count(*) AS facts FROM AccountRegistered GROUP BY type')
    await expect(editor).toBeFocused()
  })

  await test.step('the answer is a table, a chart, and a file', async () => {
    await editor.press('Control+Enter')
    await expect(page.getByRole('table', { name: 'Answer' }).getByRole('row').last()).toHaveText(/^AccountRegistered[1-9]\d*$/)
    await expect(page.getByRole('img', { name: 'Chart of facts' })).toBeVisible()
    await page.getByLabel('Chart', { exact: true }).selectOption('Lines')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV of Answer' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('answer.csv')
    await expectAccessible(page)
  })

  await test.step('it is saved, and found again', async () => {
    await page.getByLabel('Save this query as').fill('Accounts by type')
    await page.getByLabel('Save this query as').press('Enter')
    const saved = page.getByRole('region', { name: 'Saved queries' })
    await expect(saved.getByRole('listitem').filter({ hasText: 'Accounts by type' })).toContainText('You')
    await page.reload()
    await saved.getByRole('button', { name: 'Accounts by type', exact: true }).press('Enter')
    await expect(editor).toHaveValue(/FROM AccountRegistered/)
    await saved.getByRole('button', { name: 'Delete Accounts by type' }).press('Enter')
    await expect(saved.getByText('Accounts by type')).toBeHidden()
  })

  await test.step('a fault is told next to the query', async () => {
    await editor.fill('SELECT nothing FROM answers')
    await editor.press('Control+Enter')
    await expect(page.getByRole('alert')).toContainText('nothing')
    await expect(editor).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: /^How many days of study until/ }).press('Enter')
    await editor.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText(/rows? in/)
  })
})

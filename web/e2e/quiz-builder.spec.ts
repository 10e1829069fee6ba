import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

const matches = (page: Page) => page.getByText(/^[\d,]+ questions? match(es)?$/)

async function matching(page: Page): Promise<number> {
  await expect(matches(page)).toBeVisible()
  return Number.parseInt((await matches(page).innerText()).replaceAll(',', ''), 10)
}

async function openBuilder(page: Page): Promise<void> {
  await page.goto('/study-mode')
  await expect(page.getByRole('heading', { name: 'Quiz Builder' })).toBeVisible()
}

test('a quiz is chosen by keyboard, counted, saved, loaded, begun, and deleted', async ({ page, student: _ }) => {
  await grantTier(page, 'premium')
  for (const module of ['Trauma', 'Pediatrics'])
    expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
  await openBuilder(page)
  const all = await matching(page)

  await test.step('what is chosen narrows what matches', async () => {
    await page.getByRole('checkbox', { name: 'Trauma', exact: true }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => matching(page)).toBeLessThan(all)
    const inTrauma = await matching(page)
    await page.getByRole('checkbox', { name: 'Hard' }).press('Space')
    await expect.poll(() => matching(page)).toBeLessThan(inTrauma)
    await page.getByText('Topics, kinds of items and judgment steps').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Multiple choice' }).press('Space')
    await page.getByRole('checkbox', { name: 'New to you' }).press('Space')
    await expect.poll(() => matching(page)).toBeGreaterThan(0)
    await page.getByRole('checkbox', { name: 'Missed last time' }).check()
    await page.getByRole('checkbox', { name: 'New to you' }).uncheck()
    await expect(page.getByText('0 questions match')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Begin Quiz' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('checkbox', { name: 'Missed last time' }).uncheck()
    await expect.poll(() => matching(page)).toBeGreaterThan(0)
  })

  await test.step('it is saved under a name, and loaded after a reload', async () => {
    await page.getByLabel('Number of questions').fill('51')
    await expect(page.getByText('Please choose a number from 1 to 50.')).toBeVisible()
    await page.getByLabel('Number of questions').fill('2')
    await page.getByRole('radio', { name: /Timed/ }).check()
    await page.getByRole('button', { name: 'SAVE QUIZ' }).click()
    await expect(page.getByText('Please enter a name for the quiz.')).toBeVisible()
    await page.getByLabel('Save this quiz as').fill('Hard trauma')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Load Hard trauma' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name: 'Load Hard trauma' }).press('Enter')
    await expect(page.getByRole('checkbox', { name: 'Hard' })).toBeChecked()
    await expect(page.getByRole('radio', { name: /Timed/ })).toBeChecked()
    await expect(page.getByLabel('Number of questions')).toHaveValue('2')
  })

  await test.step('it is started in one step, too', async () => {
    await page.getByRole('button', { name: 'Start Hard trauma' }).press('Enter')
    await expect(page).toHaveURL(/\/study-session\?session=/)
    await expect(page.getByText('Question 1 of 2')).toBeVisible()
    await openBuilder(page)
    await page.getByRole('button', { name: 'Load Hard trauma' }).press('Enter')
  })

  await test.step('it is deleted, and its selection is started', async () => {
    await page.getByRole('button', { name: 'Delete Hard trauma' }).click()
    await expect(page.getByRole('button', { name: 'Load Hard trauma' })).toHaveCount(0)
    await page.getByRole('radio', { name: 'Tutor' }).check()
    await page.getByRole('button', { name: 'Begin Quiz' }).press('Enter')
    await expect(page).toHaveURL(/\/study-session\?session=/)
    await expect(page.getByText('Question 1 of 2')).toBeVisible()
  })
})

test('the quiz builder is locked for Free, and its timed quizzes for Basic', async ({ page, student: _ }) => {
  await openBuilder(page)
  await expect(page.getByRole('link', { name: 'View plans to unlock the quiz builder' })).toHaveAttribute('href', '/subscription')
  await expect(page.getByRole('button', { name: 'Begin Quiz' })).toHaveCount(0)
  await grantTier(page, 'basic')
  await openBuilder(page)
  await expect(page.getByRole('radio', { name: /Timed/ })).toBeDisabled()
  await expect(page.getByLabel('Number of questions')).toHaveAttribute('max', '5')
})

import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { giveHistory, type PastAnswer } from './given-history.ts'
import { grantTier } from './operator.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const summary = (page: Page, term: string) => page.locator('dl > div', { hasText: term }).locator('dd').first()

const answers = (module: PastAnswer['module'], count: number, given: (index: number) => Omit<PastAnswer, 'module' | 'number'>) =>
  Array.from({ length: count }, (_, index) => ({ module, number: index + 1, ...given(index) }))

/** Trauma: good but partly slow; pediatrics: poor, once with high confidence. */
const history = [
  {
    daysAgo: 22,
    answers: answers('Trauma', 12, (index) => ({ isCorrect: index > 1, timeSpentSeconds: 40, confidence: 4 })),
  },
  {
    daysAgo: 12,
    answers: answers('Pediatrics', 12, (index) => ({ isCorrect: index > 8, timeSpentSeconds: 60, confidence: index === 0 ? 5 : 2 })),
  },
  {
    daysAgo: 2,
    answers: answers('Trauma', 12, (index) => ({ isCorrect: true, timeSpentSeconds: index < 3 ? 120 : 50, confidence: 4 })),
  },
]

test('a student on Premium reads their figures by keyboard and as tables, and starts a recommended quiz', async ({ page, student: _ }) => {
  await grantTier(page, 'premium')
  for (const module of ['Trauma', 'Pediatrics']) await page.request.post('/api/user/modules', { data: { module } })
  await giveHistory(page, history)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()

  await test.step('totals', async () => {
    await expect(summary(page, 'Total Questions')).toHaveText('36')
    await expect(summary(page, 'Accuracy Rate')).toHaveText('69%')
    await expect(summary(page, 'Study Time')).toHaveText('34 min')
    await expect(card(page, 'Module Progress').getByText('92% · 22 of 24 answers right')).toBeVisible()
  })

  await test.step('accuracy by the chosen tag, as a chart and as a table', async () => {
    const accuracy = card(page, 'Accuracy')
    await expect(accuracy.getByRole('img')).toHaveAccessibleName(
      /^Accuracy by module\. Trauma: 92%, likely range \d+ to \d+%, from 24 answers/,
    )
    await accuracy.getByRole('combobox', { name: 'Accuracy by' }).selectOption('Topic')
    await expect(accuracy.getByRole('img')).toHaveAccessibleName(/^Accuracy by topic\. Shock \(Trauma\): 92%.+; Shock \(Pediatrics\): 25%/)
    await accuracy.getByRole('button', { name: 'Show table of Accuracy' }).press('Enter')
    await expect(accuracy.getByRole('row', { name: /^Shock \(Trauma\) 24 92%/ })).toBeVisible()
    await accuracy.getByRole('button', { name: 'Show chart of Accuracy' }).press('Enter')
  })

  await test.step('points of charts, by keyboard', async () => {
    const weeks = page.getByRole('slider', { name: 'Weeks' })
    await weeks.focus()
    const latest = await weeks.getAttribute('aria-valuetext')
    await weeks.press('ArrowLeft')
    await expect(weeks).not.toHaveAttribute('aria-valuetext', latest ?? '')
    await expect(card(page, 'Ability').getByText(/^Week of .+, likely range .+, from 12 answers$/)).toBeVisible()
    const days = page.getByRole('slider', { name: 'Days of the last 12 months' })
    await days.focus()
    await expect(days).toHaveAttribute('aria-valuetext', /: no questions$/)
    await days.press('ArrowUp')
    await days.press('ArrowUp')
    await expect(days).toHaveAttribute('aria-valuetext', /: 12 questions$/)
    await days.press('ArrowRight')
    await expect(days).toHaveAttribute('aria-valuetext', /: no questions$/)
  })

  await test.step('confidence, and the answers that were sure', async () => {
    await expect(card(page, 'Confidence and Correctness').getByRole('img')).toHaveAccessibleName(
      /Confidence 4, sure: right 92% of the time/,
    )
    await expect(card(page, 'Forgetting Curve').getByRole('img')).toHaveAccessibleName(/100% known, from 12 reviews/)
    const sure = card(page, 'Sure and Wrong').getByRole('link')
    await expect(sure).toContainText(/Confidence 5, 1[12] days ago/)
    await expect(sure).toHaveCount(1)
  })

  await expectAccessible(page)

  await test.step('a file and a print', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Download CSV').click()])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Ana Ortiz, ')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Accuracy by module' })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('start a recommended quiz', async () => {
    await card(page, 'Focus Areas').getByText('How this is chosen').click()
    await expect(
      card(page, 'Focus Areas')
        .getByText(/The modules where more right answers would raise your chance to pass most/)
        .first(),
    ).toBeVisible()
    await expect(card(page, 'Speed Training').getByText('3 questions over 90 seconds, mostly in Trauma')).toBeVisible()
    await expect(card(page, 'Focus Areas').getByText('Pediatrics: likely at least 10%, your average 69%')).toBeVisible()
    await card(page, 'Focus Areas')
      .getByRole('button', { name: /^Study \d+ questions?$/ })
      .click()
    await expect(page).toHaveURL(/\/study-session\?session=[\w-]+$/)
  })
})

test('a student on Free sees their own totals and a labeled example of the rest', async ({ page, student: _ }) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await page.goto('/analytics')
  await expect(summary(page, 'Total Questions')).toHaveText('None yet')
  await expect(summary(page, 'Achievements')).toHaveText('You earn your first one with your first answer')
  await expect(card(page, 'Module Progress').getByText('No answers yet')).toBeVisible()
  const example = card(page, 'Example, not your own figures: Accuracy')
  await expect(example.getByText('Example', { exact: true })).toBeVisible()
  await expect(page.getByText('Premium shows your own figures.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'VIEW PLANS' })).toHaveAttribute('href', '/subscription')
  await expectAccessible(page)
  // On paper, an example must not pass for real figures.
  await page.emulateMedia({ media: 'print' })
  await expect(example).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(card(page, 'Recent Activity').getByText('Nothing yet')).toBeVisible()
})

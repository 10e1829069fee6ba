import type { User } from '@medicready/domain/contract/accounts/accounts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Settings' })
const showAnswers = (page: Page) => page.getByRole('switch', { name: /Show Correct Answers/ })
const calmMode = (page: Page) => page.getByRole('switch', { name: /^Calm Mode/ })
const dailyEmail = (page: Page) => page.getByRole('switch', { name: /Daily Email/ })
const savedSettings = async (page: Page) => (await (await page.request.get('/api/auth/user')).json()) as User
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function save(page: Page) {
  const [sent] = await Promise.all([page.waitForRequest('**/api/user/settings'), saveButton(page).click()])
  await expect(page.getByText('Settings Updated')).toBeVisible()
  await expect(page.getByText('Your preferences have been saved.')).toBeVisible()
  return sent.postDataJSON() as unknown
}

test('changed settings are saved and kept after a reload', async ({ page, student: _ }) => {
  await page.goto('/no/such/screen')
  await page.getByRole('button', { name: 'Ana Ortiz' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(showAnswers(page)).toBeChecked()
  await expect(dailyEmail(page)).not.toBeChecked()
  await expect(page.getByLabel('Time of the daily email')).toBeDisabled()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
  await expect(saveButton(page)).toHaveAccessibleDescription('No changes to save.')
  await expectAccessible(page)

  await showAnswers(page).press('Space')
  await calmMode(page).press('Space')
  await dailyEmail(page).press('Space')
  await page.getByLabel('Time of the daily email').selectOption('7:00 AM')
  await page.getByLabel('Exam date (optional)').fill(inDays(60))
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await expectAccessible(page)
  const changed = { showCorrectAnswers: false, calmMode: true, dailyEmailEnabled: true, dailyEmailTime: '07:00', examDate: inDays(60) }
  expect(await save(page)).toEqual(changed)
  await expect(page.getByText('You have unsaved changes.')).toBeHidden()

  await page.reload()
  await expect(showAnswers(page)).not.toBeChecked()
  await expect(calmMode(page)).toBeChecked()
  await expect(dailyEmail(page)).toBeChecked()
  await expect(page.getByLabel('Time of the daily email')).toHaveValue('07:00')
  await expect(page.getByLabel('Exam date (optional)')).toHaveValue(inDays(60))
  await page.getByRole('button', { name: 'Clear date' }).click()
  expect(await save(page)).toEqual({ examDate: null })
  await expect.poll(() => savedSettings(page)).toMatchObject({ ...changed, examDate: null })
})

test('two windows save only what each of them changed, and the time zone changes once a day, with a hint when it can change again', async ({
  page,
  context,
  student: _,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/settings')
    await expect(tab.getByLabel('Time zone')).toHaveValue('America/Chicago')
    await expect(showAnswers(tab)).toBeChecked()
  }
  await showAnswers(page).click()
  await save(page)
  await dailyEmail(other).click()
  await save(other)
  await expect(showAnswers(other)).not.toBeChecked()
  await expect.poll(() => savedSettings(page)).toMatchObject({ showCorrectAnswers: false, dailyEmailEnabled: true })

  await page.getByLabel('Time zone').selectOption({ label: 'Tokyo' })
  await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/This applies from your next midnight/)
  await page.getByRole('button', { name: /Use the time zone of this device/ }).click()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
  await page.getByLabel('Time zone').selectOption({ label: 'Denver' })
  expect(await save(page)).toEqual({ timeZone: 'America/Denver' })
  await expect(page.getByLabel('Time zone')).toBeDisabled()
  await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(/^You can change your time zone once a day\. Next change: \w+day/)
  await expectAccessible(page)

  await other.getByLabel('Time zone').selectOption({ label: 'Berlin' })
  await saveButton(other).click()
  await expect(other.getByLabel('Time zone')).toBeFocused()
  await expect(other.getByLabel('Time zone')).toHaveAccessibleDescription(/was changed less than a day ago/)
  await expect(other.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await expect.poll(() => savedSettings(page)).toMatchObject({ timeZone: 'America/Denver', formerTimeZone: 'America/Chicago' })
})

test('an impossible exam date shows an error, changes survive a failure and are saved once, and dark mode stays on this device', async ({
  page,
  student: _,
}) => {
  await page.goto('/settings')
  const date = page.getByLabel('Exam date (optional)')
  await date.fill('2020-01-01')
  await saveButton(page).click()
  await expect(date).toBeFocused()
  await expect(date).toHaveAccessibleDescription('Please choose a day between today and three years from now.')
  await expectAccessible(page)

  const keys: (string | undefined)[] = []
  await page.route('**/api/user/settings', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await showAnswers(page).click()
  await date.fill(inDays(30))
  await saveButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update settings. Please try again.')
  await expect(showAnswers(page)).not.toBeChecked()
  await expect(date).toHaveValue(inDays(30))
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await saveButton(page).dblclick()
  await expect(page.getByText('Settings Updated')).toBeVisible()

  const darkMode = page.getByRole('switch', { name: /Dark Mode/ })
  await darkMode.click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(darkMode).toBeChecked()
  await page.getByRole('button', { name: 'Ana Ortiz' }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  await page.keyboard.press('Escape')
  await expect(darkMode).not.toBeChecked()
  expect(keys).toEqual([keys[0], keys[0]])
})

test.describe('without Show Correct Answers', () => {
  const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)$/ })
  const showAnswer = (page: Page) => page.getByRole('button', { name: 'Show the answer' })
  const answer = (page: Page) => page.getByRole('region', { name: 'The answer' })

  /** The page contains no hint of the right answer after a wrong one. */
  async function expectCovered(page: Page) {
    for (const words of ['Correct answer', 'Why the others are wrong', 'Clinical pearl', 'References', '% chose this'])
      expect(await page.content()).not.toContain(words)
  }

  /** A student with a plan and the setting off, and a question for today. */
  async function withQuestion(page: Page) {
    const [daily] = await withDailyQuestions(page)
    await grantTier(page, 'basic')
    if (!daily) throw new Error('There is no question today.')
    const set = await page.request.patch('/api/user/settings', { data: { showCorrectAnswers: false } })
    expect(set.status()).toBe(200)
    return daily
  }

  test('a session says whether the answer was right and shows the right one after a press', async ({ page, student: _ }) => {
    await withQuestion(page)
    await page.goto('/study-session?mode=daily')
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(page.getByRole('heading', { name: 'Incorrect' })).toBeFocused()
    await expectCovered(page)
    await expect(page.getByText(/^Your answer/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(showAnswer(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(answer(page)).toBeFocused()
    await expect(answer(page).getByText('Correct answer')).toBeVisible()
    await expect(answer(page).getByText('Clinical pearl')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Correct answer/ })).toHaveCount(1)
    await expectAccessible(page)

    // Opening it again requires another press.
    await page.goto('/study-session?mode=daily')
    await page.getByRole('link', { name: /Incorrect|Correct/ }).click()
    await expect(outcome(page)).toBeVisible()
    await expectCovered(page)
    await page.keyboard.press('s')
    await expect(answer(page)).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Show the answer')).toBeVisible()
  })

  test('a single question shows it in its dialog, and then below', async ({ page, student: _ }) => {
    const daily = await withQuestion(page)
    await page.goto(`/questions/${daily.questionId}`)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    const dialog = page.getByRole('dialog', { name: /^(Correct|Incorrect)$/ })
    await expect(showAnswer(page)).toBeVisible()
    await expectCovered(page)
    await expectAccessible(page)
    await showAnswer(page).click()
    await expect(answer(page)).toBeFocused()
    await expect(dialog.getByText('Clinical pearl')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(answer(page).getByText('Clinical pearl')).toBeVisible()
    await expect(showAnswer(page)).toHaveCount(0)
  })

  test('turned on again, it shows everything at once', async ({ page, student: _ }) => {
    await withQuestion(page)
    await page.goto('/settings')
    await showAnswers(page).click()
    await save(page)
    await page.goto('/study-session?mode=daily')
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(answer(page).getByText('Correct answer')).toBeVisible()
  })
})

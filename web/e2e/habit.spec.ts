import type { UserStats } from '@medicready/domain/contract/study'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('an achievement is told of with the answer that earned it, and stands on the profile', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.goto('/profile')
  await expect(page.getByText('Your first achievement comes with your first answer.')).toBeVisible()
  await page.goto('/study-session?mode=daily')
  await expect(page.getByText('Question 1 of 1')).toBeVisible()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('Achievement earned: First Answer')).toBeVisible()
  await expect(page.getByText('Answer your first question. 5 points.')).toBeVisible()

  await page.goto('/profile')
  const achievements = page.locator('[aria-labelledby="achievements"]')
  await expect(achievements.getByText(/^1 of \d+ earned, 5 points$/)).toBeVisible()
  await expect(achievements.getByRole('listitem').filter({ hasText: 'First Answer' })).toContainText('Earned on')
  await expect(achievements.getByRole('progressbar', { name: 'Progress of Warmed Up' })).toHaveAttribute('aria-valuenow', '1')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Show all \d+$/ }).press('Enter')
  await expect(achievements.getByText('Reach mastery in all nine modules.')).toBeVisible()
})

test('the leaderboard has views that the keyboard moves between, and can be left', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.goto('/')
  const board = page.locator('[aria-labelledby="leaderboard"]')
  await board.getByRole('tab', { name: 'All time' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(board.getByRole('tab', { name: 'This week' })).toBeFocused()
  await expect(board.getByText(/since Monday|Nobody has answered a question this week yet/)).toBeVisible()
  await page.keyboard.press('End')
  await board.getByRole('combobox', { name: 'Module' }).selectOption('Geriatrics')
  await expect(board.getByText(/in Geriatrics/)).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.patch('/api/user/settings', { data: { showOnLeaderboard: false } })).status()).toBe(200)
  await page.reload()
  await expect(board.getByText('You have left the leaderboard. You can still look at it.')).toBeVisible()
})

test('freezes stand beside the streak, and calm mode hides both, the leaderboard and what is celebrated', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.route('**/api/user/stats', async (route) => {
    const stats = (await (await route.fetch()).json()) as UserStats
    const date = stats.weeklyProgress.at(-2)?.date ?? ''
    const freezes = { kept: 1, daysToNext: 5, lastSpent: { date, days: 8 } }
    await route.fulfill({ json: { ...stats, studyStreak: 9, longestStreak: 12, freezes } satisfies UserStats })
  })
  await page.goto('/')
  await expect(page.getByText('1 freeze kept.')).toBeVisible()
  await expect(page.getByText('5 more days of study to your next freeze.')).toBeVisible()
  await expect(page.getByText(/A freeze kept your 8-day streak on/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings')
  await page.getByRole('switch', { name: /Calm Mode/ }).press('Space')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Your preferences have been saved.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('Calm Mode is on. The leaderboard, streaks and celebrations are hidden.')).toBeVisible()
  await expect(page.getByText("Today's Progress")).toBeVisible()
  for (const hidden of ['Day Streak', '1 freeze kept.', 'All time']) await expect(page.getByText(hidden)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/study-session?mode=daily')
  await page.getByRole('radio').first().check()
  await Promise.all([page.waitForResponse('**/api/user/achievements'), page.getByRole('button', { name: 'Submit Answer' }).click()])
  await expect(page.getByRole('heading', { name: /^(Correct|Incorrect)/ })).toBeVisible()
  await expect(page.getByText(/Achievement earned/)).toHaveCount(0)
})

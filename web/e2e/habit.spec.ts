import { randomUUID } from 'node:crypto'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { LeaderboardEntry, UserStats } from '@medicready/domain/contract/study/study'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

test('an achievement is announced with the answer that earned it and appears on the profile', async ({ page, student: _ }) => {
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
  const achievements = page.getByRole('region', { name: 'Achievements' })
  await expect(achievements.getByText(/^1 of \d+ earned, 5 points$/)).toBeVisible()
  await expect(achievements.getByRole('listitem').filter({ hasText: 'First Answer' })).toContainText('Earned on')
  await expect(achievements.getByRole('progressbar', { name: 'Progress of Warmed Up' })).toHaveAttribute('aria-valuenow', '1')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Show all \d+$/ }).press('Enter')
  await expect(achievements.getByText('Reach mastery in all nine modules.')).toBeVisible()
})

test('the views of the leaderboard can be switched by keyboard, and a student can leave it', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  await page.goto('/')
  const board = page.getByRole('region', { name: 'Leaderboard' })
  await board.getByRole('tab', { name: 'All time' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(board.getByRole('tab', { name: 'This week' })).toBeFocused()
  await expect(board.getByText(/since Monday|No one has answered a question this week yet/)).toBeVisible()
  await page.keyboard.press('End')
  await board.getByRole('combobox', { name: 'Module' }).selectOption('Geriatrics')
  await expect(board.getByText(/in Geriatrics/)).toBeVisible()
  await expectAccessible(page)

  await test.step('leave it after a confirmation, and join again', async () => {
    await board.getByRole('button', { name: 'Leave the leaderboard' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave the leaderboard?' })
    await expect(dialog.getByText('Other students no longer see your name')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stay' }).press('Enter')
    await expect(dialog).toBeHidden()
    await board.getByRole('button', { name: 'Leave the leaderboard' }).press('Enter')
    await dialog.getByRole('button', { name: 'Leave', exact: true }).press('Enter')
    await expect(board.getByText('You have left the leaderboard. You can still view it.')).toBeVisible()
    await page.reload()
    await board.getByRole('button', { name: 'Join again' }).press('Enter')
    await expect(page.getByText('You are on the leaderboard again')).toBeVisible()
    await expect(board.getByRole('button', { name: 'Leave the leaderboard' })).toBeVisible()
  })
})

test('a student below the top ten sees their own place under the list', async ({ page, student: _ }) => {
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
  const entry = (rank: number, userId: string): LeaderboardEntry => ({
    userId,
    rank,
    name: `Student ${rank}.`,
    subscriptionTier: 'basic',
    totalAnswered: 2_000 - rank,
    correctAnswers: 900,
    accuracy: 72,
  })
  const others = Array.from({ length: 10 }, (_, index) => entry(index + 1, randomUUID()))
  await page.route(/\/api\/leaderboard(\?|$)/, (route) => route.fulfill({ json: others, headers: { 'x-total-count': '1240' } }))
  await page.route(/\/api\/leaderboard\/own/, (route) => route.fulfill({ json: { entry: entry(1_037, id) } }))
  await withDailyQuestions(page)
  await page.goto('/')
  await expect(page.getByText('Showing top 10 of 1,240 students')).toBeVisible()
  const place = page.getByRole('table', { name: 'Your place' })
  await expect(place.getByRole('row', { name: /^1,037 Student 1037\. \(you\)/ })).toBeVisible()
  await expectAccessible(page)
})

test('the dashboard leads back to an open session, and after an upgrade to the remaining daily questions', async ({ page, student: _ }) => {
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  const begin = async (mode: string, count: number) => {
    const begun = await page.request.post('/api/study-session/generate', { data: { mode, count } })
    expect(begun.status()).toBe(200)
    return (await begun.json()) as { sessionId: string; questions: Question[] }
  }
  expect((await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })).status()).toBe(200)
  await begin('practice', 1)
  await page.goto('/')
  await test.step('unanswered questions do not count as used', async () => {
    await expect(page.getByRole('heading', { name: 'Continue Your Session' })).toBeVisible()
    await expect(page.getByText('1 question waiting for you in Practice Mode.')).toBeVisible()
    await expect(page.getByText('Daily Limit Reached:')).toHaveCount(0)
    await expect(activity.getByText('Session under way, 0 of 1 question answered')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('continue, and everything appears in the recent activity', async () => {
    await page.getByRole('link', { name: 'CONTINUE' }).click()
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(page.getByRole('heading', { name: /^(Correct|Incorrect)/ })).toBeVisible()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'Session complete' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'You are done for today' })).toBeVisible()
    await expect(page.getByText("You've used all 1 questions today. Upgrade for unlimited access.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'UPGRADE NOW' })).toHaveAttribute('href', '/subscription')
    await expect(activity.getByRole('link', { name: /Practice Mode Session, [01] of 1 question right/ })).toBeVisible()
    await expect(activity.getByRole('link', { name: /Trauma (Correct|Incorrect)/ })).toBeVisible()
    await expect(activity.getByRole('listitem').filter({ hasText: 'First Answer' })).toContainText('Achievement, 5 points')
  })

  await test.step('an upgrade gives the rest of the same day', async () => {
    await grantTier(page, 'basic')
    await page.reload()
    await expect(page.getByText('4 questions for today, drawn from your modules.')).toBeVisible()
    await expect(page.getByText('Daily Limit Reached:')).toHaveCount(0)
    const panel = page.getByRole('region', { name: 'Your Modules' })
    await expect(panel.getByText('4 of 5 questions')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Basic plan' })).toHaveAttribute('href', '/subscription')
    await expect(panel.getByRole('listitem').filter({ hasText: 'Trauma' })).toContainText(/1 answer · (0|100)% correct/)
    await page.getByRole('button', { name: 'GENERATE QUESTIONS' }).press('Enter')
    await expect(page.getByText('Your 4 daily questions are ready. Start studying now!')).toBeVisible()
    await expect(panel.getByText('0 of 4 answered')).toBeVisible()
    await expect(page.getByRole('link', { name: /NREMT Practice Exam/ })).toHaveCount(0)
  })

  await test.step('an open timed exam shows no result in the recent activity', async () => {
    await grantTier(page, 'premium')
    const { sessionId, questions } = await begin('timed_exam', 2)
    const [question] = questions
    const data = { questionId: question?.id, selectedAnswer: question?.choices[0], timeSpent: 20, studySessionId: sessionId }
    expect((await page.request.post('/api/user/responses', { data })).status()).toBe(200)
    await page.reload()
    const answered = activity.getByRole('listitem').filter({ hasText: 'Shown after the session ends' })
    await expect(answered).toHaveCount(1)
    await expect(answered.getByRole('link')).toHaveCount(0)
    await expect(activity.getByText('Session under way, 1 of 2 questions answered')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Timed Exam, begun' })).toBeVisible()
    await expect(page.getByRole('link', { name: /NREMT Practice Exam/ })).toHaveAttribute('href', '/exam')
    await expectAccessible(page)
  })
})

test('freezes are shown next to the streak, and calm mode hides both, the leaderboard, and celebrations', async ({ page, student: _ }) => {
  await withDailyQuestions(page)
  let spentOn = -2
  await page.route('**/api/user/stats', async (route) => {
    const stats = (await (await route.fetch()).json()) as UserStats
    const date = stats.weeklyProgress.at(spentOn)?.date ?? ''
    const freezes = { kept: 1, daysToNext: 5, lastSpent: { date, days: 8 }, lastEarned: null }
    await route.fulfill({ json: { ...stats, studyStreak: 9, longestStreak: 12, freezes } satisfies UserStats })
  })
  await page.goto('/')
  await expect(page.getByText('1 freeze kept.')).toBeVisible()
  await expect(page.getByText('5 more days of study to your next freeze.')).toBeVisible()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText('Your streak is safe')).toBeVisible()
  await expect(notices.getByText(/A freeze kept your 8-day streak on/)).toBeVisible()
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  const looked = page.waitForResponse('**/api/user/achievements')
  await page.reload()
  await looked
  await expect(page.getByText(/A freeze kept your 8-day streak on/)).toBeVisible()
  await expect(notices.getByText('Your streak is safe')).toHaveCount(0)
  await expectAccessible(page)

  // settings.spec.ts tests turning it on.
  const saved = await page.request.patch('/api/user/settings', { data: { calmMode: true } })
  expect(saved.status(), await saved.text()).toBe(200)
  // Another freeze that was not announced yet.
  spentOn = -1
  await page.goto('/')
  await expect(page.getByText('Calm Mode is on. The leaderboard, streaks and celebrations are hidden.')).toBeVisible()
  await expect(page.getByText("Today's Progress")).toBeVisible()
  for (const hidden of ['Day Streak', '1 freeze kept.', 'All time', 'Your streak is safe'])
    await expect(page.getByText(hidden)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/study-session?mode=daily')
  await page.getByRole('radio').first().check()
  await Promise.all([page.waitForResponse('**/api/user/achievements'), page.getByRole('button', { name: 'Submit Answer' }).click()])
  await expect(page.getByRole('heading', { name: /^(Correct|Incorrect)/ })).toBeVisible()
  await expect(page.getByText(/Achievement earned/)).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByText('Calm Mode is on. Your achievements are saved and appear here when you turn it off.')).toBeVisible()
  await expect(page.getByText(/points/)).toHaveCount(0)
  await page.goto('/analytics')
  await expect(page.getByText('Study Time')).toBeVisible()
  await expect(page.getByText('Achievements')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { grantTier } from './operator.ts'

test.use({ serviceWorkers: 'allow' })

const choice = (page: Page, index: number) => page.getByRole('radio').nth(index)
const button = (page: Page, name: string) => page.getByRole('button', { name })
const kept = (page: Page) => page.getByText('Kept, will be marked when you are back.')
const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)/ })

/** Opens today's questions when the whole app is kept. */
async function openKept(page: Page): Promise<void> {
  await page.goto('/study-session?mode=daily')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
}

async function answerHere(page: Page): Promise<void> {
  await choice(page, 1).check()
  await button(page, 'Submit Answer').click()
}

test('answers that are given without a connection are kept, outlive a reload, and are marked when it is back', async ({
  page,
  context,
  student,
}) => {
  await grantTier(page, student, 'basic')
  await withDailyQuestions(page)
  await openKept(page)
  await expect(page.getByText('Question 1 of 5')).toBeVisible()
  const others = await context.newPage()
  await others.goto('/study-session?mode=daily')
  await expect(choice(others, 0)).toBeVisible()

  await context.setOffline(true)
  await answerHere(page)
  await expect(kept(page)).toBeVisible()
  await expect(page.getByText('1 answer waits to be sent.')).toBeVisible()
  await expectAccessible(page)
  // Another window knows of it, and keeps one answer of its own to the same question at the most.
  await expect(others.getByText('1 answer waits to be sent.')).toBeVisible()
  await answerHere(others)
  await expect(kept(others)).toBeVisible()
  await expect(others.getByText('1 answer waits to be sent.')).toBeVisible()
  await others.close()

  await button(page, 'Next Question').click()
  await answerHere(page)
  await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
  await button(page, 'Send now').click()
  await expect(page.getByText('Your answers stay here until they can be sent.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
  await expect(page.getByText('Question 3 of 5')).toBeVisible()
  await answerHere(page)
  await expect(page.getByText('3 answers wait to be sent.')).toBeVisible()
  await expect(kept(page)).toBeVisible()

  await context.setOffline(false)
  await expect(outcome(page)).toBeVisible()
  await expect(page.getByText(/answers? waits? to be sent/)).toHaveCount(0)
  const stats = await (await page.request.get('/api/user/stats')).json()
  expect(stats.totalAnswered).toBe(3)
  await button(page, 'Previous').click()
  await expect(outcome(page)).toBeVisible()
})

test('of answers from two devices one counts, and the other is told in words', async ({ page, context, student }) => {
  await grantTier(page, student, 'basic')
  const [first] = await withDailyQuestions(page)
  await openKept(page)
  await expect(choice(page, 0)).toBeVisible()
  await context.setOffline(true)
  await answerHere(page)
  await expect(kept(page)).toBeVisible()
  // On another device, meanwhile.
  const item = first?.question?.item
  const options = item && 'options' in item ? item.options : []
  const body = { questionId: first?.questionId, answer: { kind: 'multiple_choice', option: options[2]?.id }, timeSpent: 5 }
  expect((await page.request.post('/api/user/responses', { data: body })).status()).toBe(200)

  await context.setOffline(false)
  await expect(page.getByText('Another answer to this question came first')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Dismiss: / }).click()
  await expect(page.getByText('An answer does not count.')).toHaveCount(0)
  expect((await (await page.request.get('/api/user/stats')).json()).totalAnswered).toBe(1)
})

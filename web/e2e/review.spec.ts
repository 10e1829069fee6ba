import type { DueReviews } from '@medicready/domain/contract/study/cards'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { giveHistory, type PastDay } from './given-history.ts'
import { grantTier } from './operator.ts'

test('reviews are locked for Free; Basic shows due cards, the forecast, and suspended cards', async ({ page, student: _ }) => {
  await page.goto('/review')
  await expect(page.getByText('Review Mode comes with Basic')).toBeVisible()
  await expect(page.getByRole('link', { name: 'VIEW PLANS' })).toHaveAttribute('href', '/subscription')

  await grantTier(page, 'basic')
  await page.goto('/review')
  await expect(page.getByText('No reviews yet')).toBeVisible()

  // Questions of the bank, since those added by tests are retired and do not come back.
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  expect((await page.request.post('/api/daily-questions/generate', { data: { count: 5 } })).status()).toBe(200)
  const readJson = async (path: string) => (await page.request.get(path)).json()
  await expect.poll(async () => (await readJson('/api/daily-questions')).length).toBe(5)
  const questions = (await readJson('/api/daily-questions')) as DailyQuestion[]
  const choosable = questions.filter(({ question }) => question?.item.kind === 'multiple_choice').slice(0, 2)
  expect(choosable.length).toBeGreaterThan(0)
  for (const { questionId, question } of choosable) {
    const data = { selectedAnswer: question?.choices[0], timeSpent: 60 }
    expect((await page.request.post(`/api/questions/${questionId}/answer`, { data })).status()).toBe(200)
  }
  await expect.poll(async () => (await readJson('/api/review/cards')).length).toBe(choosable.length)
  await page.goto('/review')
  await expect(page.getByText('Nothing is due today', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Your next reviews are due (tomorrow|in 2 days)\.$/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^\d+ reviews? in the next 30 days/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show table of the next 30 days' }).press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Reviews' })).toBeVisible()
  await expect(page.getByText('Your retention appears here with your first reviews.')).toBeVisible()

  const rows = page.getByRole('region', { name: 'All Your Questions' }).getByRole('listitem')
  await expect(rows).toHaveCount(choosable.length)
  await rows
    .first()
    .getByRole('button', { name: /^Suspend/ })
    .press('Enter')
  await expect(page.getByText('This question is paused until you restore it.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Suspended')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /^Bring back/ }).press('Enter')
  await expect(page.getByText('No question is suspended.')).toBeVisible()
  await expectAccessible(page)
})

const answered = (daysAgo: number, number: number, isCorrect = true): PastDay => ({
  daysAgo,
  answers: [{ module: 'Trauma', number, isCorrect, timeSpentSeconds: 40, confidence: null }],
})
const [changed, due, slipping] = [901, 902, 903]
/** Answered right once, then wrong eight times. */
const slippedAway = [answered(30, slipping), ...Array.from({ length: 8 }, (_, index) => answered(20 - index, slipping, false))]

test('due cards: revised questions come first, the last review can be undone, and leeches are studied slowly', async ({
  page,
  student: _,
}) => {
  await grantTier(page, 'premium')
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await giveHistory(page, [...slippedAway, answered(25, due), answered(2, changed)], { comesBack: true, changed: [changed] })
  await expect.poll(async () => ((await (await page.request.get('/api/review/due')).json()) as DueReviews).due).toBe(3)
  await page.goto('/review')
  const today = page.getByRole('region', { name: 'Due Today' })
  const cards = page.getByRole('region', { name: 'All Your Questions' })
  await expect(today.getByText('3 questions are due')).toBeVisible()

  await test.step('the cards mark revised questions and leeches', async () => {
    await expect(cards.getByText('This changed in 2025')).toBeVisible()
    await expect(cards.getByText('You have missed it 8 times after you knew it.', { exact: false })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Retention in Trauma' })).toBeVisible()
    await page.getByRole('button', { name: 'Show table of the next 30 days' }).press('Enter')
    await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('3')
    await page.getByRole('button', { name: 'Show chart of the next 30 days' }).press('Enter')
    await expectAccessible(page)
  })

  await test.step('a session starts with revised questions, by keyboard', async () => {
    await today.getByRole('button', { name: 'Start reviewing' }).press('Enter')
    await expect(page.getByText('Question 1 of 3')).toBeVisible()
    await expect(page.getByText('Why this question? This changed in 2025, last seen 2 days ago')).toBeVisible()
    await page.getByRole('radio', { name: /tourniquet/ }).press('Space')
    await page.getByRole('button', { name: 'Submit Answer' }).press('Enter')
    await page.getByRole('button', { name: 'Next Question' }).press('Enter')
    await expect(page.getByText(/^Why this question\? Due today, last seen \d+ days ago, \d+% likely to be known$/)).toBeVisible()
  })

  await test.step('the last review is undone', async () => {
    await page.goto('/review')
    await expect(today.getByText('2 questions are due')).toBeVisible()
    await today.getByRole('button', { name: 'Undo the last review' }).press('Enter')
    await expect(page.getByText('The question has its previous due date again.')).toBeVisible()
    await expect(today.getByText('3 questions are due')).toBeVisible()
    await expect(today.getByRole('button', { name: 'Undo the last review' })).toHaveCount(0)
  })

  await test.step('slow review starts with the leech', async () => {
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Often missed')
    await cards.getByRole('button', { name: /^Open in Tutor Mode/ }).press('Enter')
    await expect(page).toHaveURL(/\/study-session\?session=/)
    await expect(page.getByRole('heading', { name: /Case 903/ })).toBeVisible()
    await expect(page.getByText(/^Why this question\? Missed 8 times, last seen/)).toBeVisible()
    await expect(page.getByText('Question 1 of 3')).toBeVisible()
  })
})

test('a changed guideline is told on the dashboard, with the explanation of what was learned, until it is dismissed', async ({
  page,
  student: _,
}) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await giveHistory(page, [answered(2, 904)], { comesBack: true, outdated: [904] })
  await expect.poll(async () => (await page.request.get('/api/user/guideline-notices')).json()).toHaveLength(1)
  await page.goto('/')
  const notice = page.getByRole('region', { name: 'This changed in 2025' })
  await expect(notice.getByText('The tourniquet now comes first. It saves more lives.')).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('link', { name: /Case 904/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'This changed in 2025' })).toBeVisible({ timeout: 15_000 })
  await page.goto('/')
  await notice.getByRole('button', { name: 'Got It' }).press('Enter')
  await expect(notice).toHaveCount(0)
  expect(await (await page.request.get('/api/user/guideline-notices')).json()).toEqual([])
})

import type { DueReviews } from '@medicready/domain/contract/study/cards'
import { describePicture } from '@medicready/domain/questions/pictures/drawn/draw'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { expect, test } from './fixtures.ts'
import { giveHistory } from './given-history.ts'
import { giveQuestions } from './given-questions.ts'
import { grantTier } from './operator.ts'
import { sampleQuestion } from './sample-questions.ts'

test.use({ serviceWorkers: 'allow' })

const choice = (page: Page, index: number) => page.getByRole('radio').nth(index)
const button = (page: Page, name: string) => page.getByRole('button', { name })
const kept = (page: Page) => page.getByText('Saved. It will be marked when you are back online.')
const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)/ })

/** Opens today's questions once the whole app is cached. */
async function openKept(page: Page): Promise<void> {
  await page.goto('/study-session?mode=daily')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
}

async function answerHere(page: Page, place = 1): Promise<void> {
  await choice(page, place).check()
  await button(page, 'Submit Answer').click()
}

test('answers given offline survive a reload and are graded when the connection is back', async ({ page, context, student }) => {
  await grantTier(page, 'basic')
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
  // Another window sees it, and which of two answers to the same question counts.
  await expect(others.getByText('1 answer waits to be sent.')).toBeVisible()
  await answerHere(others, 2)
  await expect(others.getByText('You already answered this question in another window.')).toBeVisible()
  await expect(kept(others)).toBeVisible()
  await expect(choice(others, 1)).toBeChecked()
  await expect(others.getByText('1 answer waits to be sent.')).toBeVisible()
  await others.close()

  await button(page, 'Next Question').click()
  await answerHere(page)
  await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
  await button(page, 'Send now').click()
  await expect(page.getByText('Your answers are stored here until they can be sent.')).toBeVisible()

  await page.reload()
  await expect(page.getByText('2 answers wait to be sent.')).toBeVisible()
  await expect(page.getByText('Question 3 of 5')).toBeVisible()
  await answerHere(page)
  await expect(page.getByText('3 answers wait to be sent.')).toBeVisible()
  await expect(kept(page)).toBeVisible()
  await button(page, `${student.firstName} ${student.lastName}`).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out of this device?' })
  await expect(dialog).toContainText('3 answers wait to be sent. They stay on this device until you log in here again')
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()

  await context.setOffline(false)
  await expect(outcome(page)).toBeVisible()
  await expect(page.getByText(/answers? waits? to be sent/)).toHaveCount(0)
  const stats = await (await page.request.get('/api/user/stats')).json()
  expect(stats.totalAnswered).toBe(3)
  await button(page, 'Previous').click()
  await expect(outcome(page)).toBeVisible()
})

test('of two answers from two devices one counts, and the other device explains why', async ({ page, context, student: _ }) => {
  await grantTier(page, 'basic')
  const [first] = await withDailyQuestions(page)
  await openKept(page)
  await expect(choice(page, 0)).toBeVisible()
  await context.setOffline(true)
  await answerHere(page)
  await expect(kept(page)).toBeVisible()
  // Meanwhile on another device.
  const item = first?.question?.item
  const options = item && 'options' in item ? item.options : []
  const body = { questionId: first?.questionId, answer: { kind: 'multiple_choice', option: options[2]?.id }, timeSpent: 5 }
  expect((await page.request.post('/api/user/responses', { data: body })).status()).toBe(200)

  await context.setOffline(false)
  await expect(page.getByText('You already answered this question in another window')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Dismiss: / }).click()
  await expect(page.getByText('An answer does not count.')).toHaveCount(0)
  expect((await (await page.request.get('/api/user/stats')).json()).totalAnswered).toBe(1)
})

/** A picture and its alt text. */
const strip = { kind: 'ecg_strip', rhythm: 'third_degree_block', rate: 38, seed: 2296, alt: null } as const

test('saved reviews, a quiz, pictures, and a single question can be answered in an app that starts offline', async ({
  page,
  context,
  student: _,
}) => {
  await grantTier(page, 'basic')
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  const due = { module: 'Trauma', number: 801, isCorrect: true, timeSpentSeconds: 40, confidence: null } as const
  await giveHistory(page, [{ daysAgo: 25, answers: [due] }], { comesBack: true })
  const [byItself] = await giveQuestions(page, [
    sampleQuestion('multiple_choice', 802),
    { ...sampleQuestion('multiple_choice', 803), picture: strip },
  ])
  await expect.poll(async () => ((await (await page.request.get('/api/review/due')).json()) as DueReviews).dueToday).toBe(1)

  await test.step('reviews, at the press of a button', async () => {
    await page.goto('/review')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.getByRole('button', { name: 'Keep for offline: 1 question is due' }).press('Enter')
    await expect(page.getByText(/^Review Mode has begun: 1 question, /)).toBeVisible()
    await expect(page.getByText(/^Saved on this device \(\d+ KB\)$/)).toBeVisible()
    await page.getByRole('button', { name: /^Remove from this device: Review Mode/ }).press('Enter')
    await expect(page.getByText(/^Saved on this device/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Keep for offline: Review Mode/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Saved on this device \(\d+ KB\)$/)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step("today's questions, saved automatically with their picture, and a viewed question", async () => {
    await page.goto(`/questions/${byItself?.questionId}`)
    await expect(choice(page, 0)).toBeVisible()
    await page.getByRole('link', { name: 'Study Mode' }).click()
    const here = page.getByRole('region', { name: 'Saved on This Device' })
    await expect(here.getByRole('listitem')).toHaveCount(3)
    await expect(here.getByText(/^\d+ KB, 1 picture in all/)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a quiz, from the builder', async () => {
    await page.getByText('Topics, kinds of items and judgment steps').click()
    await page.getByRole('checkbox', { name: 'Multiple choice' }).check()
    await page.getByLabel('Number of questions').fill('1')
    const keep = page.getByRole('button', { name: 'Keep for offline: this quiz' })
    await expect(keep).toBeEnabled()
    await keep.press('Enter')
    await expect(page.getByText(/^Tutor Mode has begun: 1 question, /)).toBeVisible()
    await expect(keep).toBeFocused()
    const here = page.getByRole('region', { name: 'Saved on This Device' })
    await expect(here.getByRole('listitem')).toHaveCount(4)
  })

  // The browser may clear its HTTP cache at any time.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.close()
  await context.setOffline(true)
  const started = await context.newPage()
  await started.goto('/')
  const here = started.getByRole('region', { name: 'Saved on This Device' })
  for (const session of ['Review Mode', 'Tutor Mode']) {
    await here.getByRole('link', { name: `Open ${session}` }).click()
    await answerHere(started)
    await expect(kept(started)).toBeVisible()
    await started.goto('/')
    // It shifts the layout, and with it a link between press and release.
    await expect(started.getByText(/ to be sent\.$/)).toBeVisible()
  }
  await here.getByRole('link', { name: /^Open “/ }).click()
  await expect(started).toHaveURL(`/questions/${byItself?.questionId}`)
  await answerHere(started)
  await expect(kept(started)).toBeVisible()
  await expect(button(started, 'Send again')).toHaveCount(0)
  await expectAccessible(started)
  await started.goto('/study-session?mode=daily')
  await expect(started.getByText('Question 2 of 2')).toBeVisible()
  const image = started.getByRole('img', { name: describePicture(strip) })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  await started.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('kept-pictures-')) await caches.delete(name)
  })
  await started.reload()
  await expect(started.getByText('The picture is not saved on this device.')).toBeVisible()
  await expect(started.getByText(describePicture(strip))).toBeVisible()
  await started.goto(`/questions/${byItself?.questionId}`)
  await expect(kept(started)).toBeVisible()

  await context.setOffline(false)
  await expect(outcome(started)).toBeVisible()
  await expect(started.getByText(/answers? waits? to be sent/)).toHaveCount(0)
  await expect.poll(async () => (await (await started.request.get('/api/user/stats')).json()).totalAnswered).toBe(4)
})

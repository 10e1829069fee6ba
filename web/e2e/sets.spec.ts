import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { multipleChoice } from '@medicready/domain/questions/content/item'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { giveQuestions } from './given-questions.ts'

const patient = 'A 58-year-old man sits on the edge of his bed, pale and sweating. His wife says that it began an hour ago.'
const stems = [
  'Which finding matters most now?',
  'His pressure falls to 84/50 after the first drug. What explains it best?',
  'He is pale, but answers again. What shows that the treatment works?',
]
const option = (part: number, letter: string) => `Option ${letter} of part ${part}`
const partOf = (part: number) =>
  questionContent({
    stem: stems[part - 1] ?? '',
    scenario: { set: 'trauma-set-99', part, of: stems.length, patient },
    item: multipleChoice(
      option(part, 'A'),
      ['B', 'C', 'D'].map((letter) => ({ text: option(part, letter), rationale: 'Not in this patient.' })),
    ),
  })
const set = [1, 2, 3].map(partOf)

const answer = async (page: Page, part: number, letter: string) => {
  await page.getByRole('radio', { name: option(part, letter) }).check()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
}
const dailyQuestionsOf = async (page: Page) => (await (await page.request.get('/api/daily-questions')).json()) as DailyQuestion[]
const outcome = (page: Page) => page.getByRole('heading', { name: /^(Correct|Incorrect)$/ })
const goOn = (page: Page) => page.getByRole('button', { name: 'Next Question' }).click()
const theCase = (page: Page) => page.getByRole('region', { name: /Part \d of 3/ })
const stem = (page: Page) => page.getByRole('heading', { level: 1 })

test('a case continues after a reload and in two tabs, and a later part cannot be opened early', async ({ page, student: _ }) => {
  expect((await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })).status()).toBe(200)
  const daily = await giveQuestions(page, [questionContent({ stem: 'Which finding comes first of all?' }), ...set])
  expect(JSON.stringify(daily)).not.toContain(stems[1])

  await test.step('after a single question, the patient comes first', async () => {
    await page.goto('/')
    await expect(page.getByText('4 questions waiting for you')).toBeVisible()
    await page.getByRole('link', { name: 'START STUDYING' }).click()
    await expect(stem(page)).toHaveText('Which finding comes first of all?')
    await expect(theCase(page)).toHaveCount(0)
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Submit Answer' }).click()
    await goOn(page)
    await expect(theCase(page).getByText('Part 1 of 3')).toBeFocused()
    await expect(theCase(page).getByText(patient)).toBeVisible()
    await expect(theCase(page).getByText('Part 2 opens after you answer this one.')).toBeVisible()
    await expect(theCase(page).getByText('The case so far')).toHaveCount(0)
    await expect(stem(page)).toHaveText(stems[0] ?? '')
    await expectAccessible(page)
  })

  const other = await page.context().newPage()
  await test.step('the URL of a closed part says so and leads to the current part', async () => {
    await other.goto(`/questions/${daily[2]?.questionId}`)
    await expect(other.getByRole('heading', { name: 'Not Open Yet' })).toBeVisible()
    await expect(other.getByText('It opens after you answer the part before it.')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: "Go to Today's Questions" }).click()
    await expect(stem(other)).toHaveText(stems[0] ?? '')
  })

  await test.step('an answer opens the next part, next to the earlier ones', async () => {
    await answer(page, 1, 'B')
    await expect(outcome(page)).toBeFocused()
    await goOn(page)
    await expect(stem(page)).toHaveText(stems[1] ?? '')
    await expect(stem(page)).toBeFocused()
    await expect(theCase(page).getByText(patient)).toBeVisible()
    await expect(stem(page)).toBeInViewport()
    await theCase(page).getByText('The case so far').press('Enter')
    await expect(theCase(page).getByText(stems[0] ?? '')).toBeVisible()
    await expect(theCase(page).getByText(`Your answer, incorrect: ${option(1, 'B')}`)).toBeVisible()
    await expect(theCase(page).getByText(`Correct answer: ${option(1, 'A')}`)).toBeVisible()
    await expect(theCase(page).getByRole('listitem').filter({ hasText: 'Part 3: opens after part 2' })).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(stem(page)).toHaveText(stems[0] ?? '')
    await expect(page.getByRole('radio', { name: option(1, 'A') })).toBeDisabled()
    await goOn(page)
  })

  await test.step('a second tab keeps the first answer', async () => {
    await answer(other, 1, 'A')
    await expect(other.getByText('You have already answered this question. Your first answer counts.')).toBeVisible()
    await goOn(other)
    await expect(stem(other)).toHaveText(stems[1] ?? '')
    await answer(other, 2, 'A')
    await expect(outcome(other)).toBeFocused()
  })

  await test.step('a reload resumes the case; on a phone earlier parts are collapsed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    // A reload a moment after an answer in another window may still show the part before.
    await expect.poll(async () => (await dailyQuestionsOf(page))[2]?.isCompleted, { timeout: 120_000 }).toBe(true)
    await page.reload()
    await expect(stem(page)).toHaveText(stems[2] ?? '')
    await expect(theCase(page).getByText(patient)).toBeHidden()
    await theCase(page).getByText('The patient').click()
    await expect(theCase(page).getByText(patient)).toBeVisible()
    await theCase(page).getByText('The case so far').press('Enter')
    await expect(theCase(page).getByText(`Your answer, correct: ${option(2, 'A')}`)).toBeVisible()
    await expect(theCase(page).getByText('This is the last part of the case.')).toBeVisible()
    await answer(page, 3, 'A')
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'Session complete' })).toBeFocused()
    await expect(page.getByRole('link', { name: /Part 2 of 3/ })).toBeVisible()
  })
})

test('a case continues from the page of one of its parts', async ({ page, student: _ }) => {
  const [first, second] = await giveQuestions(page, set)
  await page.goto(`/questions/${second?.questionId}`)
  await expect(page.getByRole('heading', { name: 'Not Open Yet' })).toBeVisible()
  await page.goto(`/questions/${first?.questionId}`)
  await expect(theCase(page).getByText(patient)).toBeVisible()
  await answer(page, 1, 'A')
  await page.getByRole('dialog', { name: 'Correct' }).getByRole('button', { name: 'Next Question' }).click()
  await expect(page).toHaveURL(`/questions/${second?.questionId}`)
  await expect(stem(page)).toHaveText(stems[1] ?? '')
  await theCase(page).getByText('The case so far').click()
  await expect(theCase(page).getByText(`Your answer, correct: ${option(1, 'A')}`)).toBeVisible()
  await expectAccessible(page)
})

import type { Question } from '@medicready/domain/contract/questions/questions'
import type { DoubtedQuestion, WithdrawalStop } from '@medicready/domain/contract/questions/review-requests'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { withDailyQuestions } from './daily-questions.ts'
import { educatorPage } from './educators.ts'
import { expect, newStudent, register, signIn, test } from './fixtures.ts'
import { officeIn } from './office.ts'
import { product } from './product.ts'

/**
 * Today's question of a student who studies one module. Each test here has a module of its own, so that no two of them
 * meet at a question.
 */
async function dailyQuestion(page: Page, module: string): Promise<{ question: Question }> {
  expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
  const generated = await page.request.post('/api/daily-questions/generate', { data: { count: 1 } })
  expect(generated.status()).toBe(200)
  const position = generated.headers()['consistency-token'] ?? ''
  const answer = await page.request.get('/api/daily-questions', { headers: { 'Consistency-Token': position } })
  const [daily] = (await answer.json()) as DailyQuestion[]
  if (!daily?.question) throw new Error('No question was assigned.')
  return { question: daily.question }
}

const THANKS = 'Thank you. Our educators will review this question.'

const askForReview = async (page: Page, reason: string, told = THANKS) => {
  await page.getByRole('button', { name: 'Request Review' }).click()
  await page.getByRole('dialog', { name: 'Request Review' }).getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText(told)).toBeVisible()
}

/** Brings an educator to a decision that is ready to send. */
async function aboutToDecide(educator: Page, questionId: string, decision: string, words: string): Promise<void> {
  await educator.goto(`/admin/review-requests/${questionId}`)
  await educator.getByRole('radio', { name: decision }).check()
  await educator.getByLabel('Reply to the learners who asked').fill(words)
}

test("a review from a student's doubt to the educator's decision and back is accessible", async ({
  page: student,
  browser,
  student: _,
}) => {
  const educator = await educatorPage(browser)
  const module = 'Geriatrics'
  const { question } = await dailyQuestion(student, module)
  const opening = question.stem.slice(0, 60)

  await test.step('a student asks', async () => {
    await student.goto(`/questions/${question.id}`)
    await askForReview(student, 'Two of the options fit this patient.')
    await student.getByRole('button', { name: 'Ana Ortiz' }).click()
    await student.getByRole('menuitem', { name: 'My Review Requests' }).click()
    await expect(student.getByRole('heading', { name: 'My Review Requests' })).toBeFocused()
    await expect(student.getByText('Waiting for an educator')).toBeVisible()
    await expect(student.getByText('Two of the options fit this patient.')).toBeVisible()
    await expectAccessible(student)
  })

  await test.step('an educator finds the question', async () => {
    await educator.goto('/modules')
    await educator.getByRole('banner').getByRole('button').click()
    await educator.getByRole('menuitem', { name: 'Review Requests' }).click()
    await expect(educator.getByRole('heading', { name: 'Review Requests' })).toBeFocused()
    await educator.getByLabel('Module').selectOption(module)
    await expect(educator).toHaveURL(/module=/)
    await expect(educator.getByRole('heading', { name: 'Question generation' })).toBeVisible()
    await expect(educator.getByText('No model is connected.')).toBeVisible()
    await expectAccessible(educator)
    await educator.getByRole('link', { name: opening }).click()
    await expect(educator.getByRole('heading', { name: 'Review Request' })).toBeFocused()
    await expect(educator.getByText('Two of the options fit this patient.')).toBeVisible()
    // Students of other tests may have answered it.
    await expect(educator.getByRole('heading', { name: 'Version 1 (current)' })).toBeVisible()
    await expect(educator.getByText('A learner asked for a review of version 1')).toBeVisible()
    await expectAccessible(educator)
  })

  await test.step('revises it, and sees what is wrong with the revision', async () => {
    await educator.getByRole('radio', { name: 'Revise it' }).check()
    const stem = educator.getByLabel('Stem')
    await expect(stem).toHaveValue(question.stem)
    await stem.fill('')
    await educator.getByRole('button', { name: 'Publish Revision' }).click()
    await expect(stem).toBeFocused()
    await expect(stem).toHaveAccessibleDescription('This field is required')
    await expect(educator.getByLabel('Reply to the learners who asked')).toHaveAccessibleDescription(
      'Please write a reply to the learners who asked.',
    )
    await expectAccessible(educator)

    await educator.getByLabel('Reply to the learners who asked').fill('You were right. The stem says more now.')
    await stem.fill('A crew reads its protocols.')
    await educator.getByRole('button', { name: 'Publish Revision' }).click()
    await expect(stem).toHaveAccessibleDescription(/the stem must end in its only question/)
    await expectAccessible(educator)

    // Until the rules have answered, what they found in the earlier draft does not count as found in this one.
    await educator.route(
      '**/api/admin/questions/check',
      async (route) => {
        await expect(educator.getByText('Checking the rules of the bank…')).toBeVisible()
        await route.continue()
      },
      { times: 1 },
    )
    // As long as before, since some stems have as many words as the rules allow.
    await stem.fill(question.stem.replace(/^\S+/, 'Today,'))
    await expect(educator.getByText('The question meets the rules of the bank.')).toBeVisible()
    await educator.getByRole('button', { name: 'Publish Revision' }).click()
    await expect(educator.getByText('Learners get the new version from now on.')).toBeVisible()
    await expect(educator.getByRole('heading', { name: 'Review Requests' })).toBeVisible()
    await expect(educator.getByRole('link', { name: opening })).toHaveCount(0)
  })

  await test.step('and the student sees the outcome', async () => {
    await student.reload()
    await expect(student.getByText('Revised', { exact: true })).toBeVisible()
    await expect(student.getByText('You were right. The stem says more now.')).toBeVisible()
    await expectAccessible(student)
    // Delivered questions stay unchanged.
    await student.getByRole('link', { name: opening }).click()
    await expect(student.getByRole('heading', { level: 1 })).toHaveText(question.stem)
    await askForReview(
      student,
      'I still see the old words.',
      'This question has been revised since then. You will get the new version next time.',
    )
  })
})

test('the student who asked sees that a question was retired, and a decided request leaves the queue', async ({
  page,
  browser,
  student: _,
}) => {
  const { question } = await dailyQuestion(page, 'EMS Operations')
  await page.goto(`/questions/${question.id}`)
  await askForReview(page, 'We do not use this any more.')
  const educator = await educatorPage(browser)
  await aboutToDecide(educator, question.id, 'Retire it', 'Indeed. It is gone.')
  await educator.getByRole('button', { name: 'Retire Question' }).click()
  await expect(educator.getByText('Learners no longer get the question.')).toBeVisible()
  await educator.goto(`/admin/review-requests/${question.id}`)
  await expect(educator.getByText('No decision is needed.')).toBeVisible()
  await expect(educator.getByText('Retired by an educator')).toBeVisible()
  await expect(educator.getByText('“Indeed. It is gone.”')).toBeVisible()

  await page.goto('/review-requests')
  await expect(page.getByText('Retired', { exact: true })).toBeVisible()
  await expect(page.getByText('Indeed. It is gone.')).toBeVisible()
})

test('a decision is rejected if someone else decided first, and the typed text stays', async ({ page, browser, student: _ }) => {
  const { question } = await dailyQuestion(page, 'Pharmacology & Medication Administration')
  await page.goto(`/questions/${question.id}`)
  await askForReview(page, 'Is this the dose?')
  const educator = await educatorPage(browser)
  await aboutToDecide(educator, question.id, 'Keep it unchanged', 'It is right.')
  const decided = await educator.request.post(`/api/admin/review-requests/${question.id}/resolve`, {
    data: { version: 1, requestsSeen: 1, decision: 'kept', note: 'I was faster.' },
  })
  expect(decided.status()).toBe(200)
  await educator.getByRole('button', { name: 'Keep Question' }).click()
  await expect(educator.getByRole('alert').getByText('Request Failed')).toBeVisible()
  await expect(educator.getByText('No decision is needed.')).toBeVisible()
  await expect(educator.getByLabel('Reply to the learners who asked')).toHaveValue('It is right.')
})

test('a request that arrives while the educator writes is shown before the decision counts', async ({ page, browser, student: _ }) => {
  const { question } = await dailyQuestion(page, 'Pediatrics')
  const educator = await educatorPage(browser)
  await page.goto(`/questions/${question.id}`)
  await askForReview(page, 'Is this the dose?')
  await aboutToDecide(educator, question.id, 'Keep it unchanged', 'It is right.')
  const another = await browser.newContext({ baseURL: product.url })
  const ben = newStudent()
  await register(another.request, ben)
  await signIn(another.request, ben)
  // Only users who were given a question can answer it.
  for (const [call, data] of [
    ['answer', { selectedAnswer: question.choices[0], timeSpent: 3 }],
    ['request-review', { reason: 'And the age?' }],
  ] as const)
    expect((await another.request.post(`/api/questions/${question.id}/${call}`, { data })).status()).toBe(200)
  await another.close()
  await educator.getByRole('button', { name: 'Keep Question' }).click()
  await expect(educator.getByRole('alert').getByText('Request Failed')).toBeVisible()
  await expect(educator.getByText('And the age?')).toBeVisible()
  await expect(educator.getByLabel('Reply to the learners who asked')).toHaveValue('It is right.')
  await educator.getByRole('button', { name: 'Keep Question' }).click()
  await expect(educator.getByText('Learners get the question as before.')).toBeVisible()
})

/** A waiting question, numbered from 1 to 9. */
const entry = (n: number, more: Partial<DoubtedQuestion> = {}): DoubtedQuestion => ({
  questionId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  module: n % 2 === 0 ? 'Trauma' : 'Pediatrics',
  stem: `Question number ${n}`,
  version: 1,
  situation: 'active',
  withdrawnFor: null,
  isPilot: false,
  openRequests: n,
  oldestRequestAt: `2026-03-0${n}T12:00:00.000Z`,
  hasBankOffer: false,
  isOutdated: false,
  answers: 100 - n,
  correctRate: 10 * n,
  ...more,
})

test("the queue's sorting and filters are kept in the URL", async ({ browser }) => {
  const educator = await educatorPage(browser)
  const entries = [entry(3, { situation: 'withdrawn', withdrawnFor: 'correct_rate' }), entry(1), entry(2, { isPilot: true }), entry(4)]
  await educator.route('**/api/admin/review-requests', (route) => route.fulfill({ json: entries }))
  const rows = () => educator.getByRole('rowheader').allInnerTexts()
  await educator.goto('/admin/review-requests')
  await expect.poll(rows).toEqual([3, 1, 2, 4].map((n) => `Question number ${n}`))
  await expectAccessible(educator)
  await educator.getByRole('link', { name: 'Question number 3' }).hover()
  await expect(educator.getByRole('tooltip')).toHaveText('Question number 3')
  await educator.mouse.move(0, 0)
  await educator.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect.poll(rows).toEqual([4, 3, 2, 1].map((n) => `Question number ${n}`))
  await expect(educator.getByRole('columnheader', { name: 'Correct' })).toHaveAttribute('aria-sort', 'descending')
  await educator.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect.poll(rows).toEqual([1, 2, 3, 4].map((n) => `Question number ${n}`))
  await educator.getByLabel('Module').selectOption('Pediatrics')
  await expect.poll(rows).toEqual([1, 3].map((n) => `Question number ${n}`))
  await expect(educator).toHaveURL('/admin/review-requests?sort=correctRate&order=asc&module=Pediatrics')
  await educator.reload()
  await expect.poll(rows).toEqual([1, 3].map((n) => `Question number ${n}`))
  await educator.getByLabel('Why', { exact: true }).selectOption('Below chance')
  await expect.poll(rows).toEqual(['Question number 3'])
  await educator.getByLabel('Why', { exact: true }).selectOption('Pilots')
  await expect(educator.getByText('No matching questions')).toBeVisible()
  await educator.getByRole('button', { name: 'Show all' }).click()
  await expect(educator.getByText('4 of 4 questions')).toBeVisible()
})

test('educators see a notice above the queue when no more questions can be withdrawn', async ({ browser }) => {
  const educator = await educatorPage(browser)
  const stop: WithdrawalStop = { module: 'Trauma', stoppedAt: '2026-03-05T12:00:00.000Z', withdrawn: 4, questions: 236 }
  await educator.route('**/api/admin/withdrawal-stops', (route) => route.fulfill({ json: [stop] }))
  await educator.goto('/admin/review-requests')
  await expect(educator.getByText('Trauma has reached its limit of withdrawn questions.')).toBeVisible()
  await expect(educator.getByText('4 of 236 questions are withdrawn.')).toBeVisible()
  await expectAccessible(educator)
})

test('a long queue loads page by page and shows how many questions are loaded', async ({ browser }) => {
  const educator = await educatorPage(browser)
  let fails = true
  await educator.route('**/api/admin/review-requests', (route) =>
    route.fulfill({ json: [entry(1), entry(2)], headers: { link: '</api/admin/review-requests?cursor=after%2F2>; rel="next"' } }),
  )
  await educator.route('**/api/admin/review-requests?cursor=after%2F2', (route) =>
    fails ? route.abort() : route.fulfill({ json: [entry(3)] }),
  )
  await educator.goto('/admin/review-requests')
  await expect(educator.getByText('2 of the first 2 questions')).toBeVisible()
  await educator.getByRole('button', { name: 'Show more' }).click()
  await expect(educator.getByText('The next ones could not be loaded.')).toBeVisible()
  await expectAccessible(educator)
  fails = false
  await educator.getByRole('button', { name: 'Show more' }).click()
  await expect(educator.getByRole('link', { name: 'Question number 3' })).toBeVisible()
  await expect(educator.getByText('3 of 3 questions')).toBeVisible()
  await expect(educator.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('an administrator can review like an educator', async ({ browser }) => {
  const page = await officeIn(browser)
  await page.goto('/modules')
  await page.getByRole('banner').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Review Requests' }).click()
  await expect(page.getByRole('heading', { name: 'Question generation' })).toBeVisible()
})

test('an administrator without a required second factor is led to the page that adds one', async ({ browser }) => {
  const educator = await educatorPage(browser)
  await educator.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'admin', secondFactorRequired: true } })
  })
  for (const address of ['/admin/review-requests', '/admin/roles']) {
    await educator.goto(address)
    await expect(educator.getByRole('heading', { name: 'Second Factor Required' })).toBeVisible()
  }
  await expectAccessible(educator)
  await educator.getByRole('link', { name: 'Add a second factor' }).click()
  await expect(educator).toHaveURL('/security')
})

test('students can neither open the review queue nor author questions', async ({ page, student: _ }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) calls.push(request.url())
  })
  for (const path of ['questions', 'questions/new', 'review-requests', 'review-requests/00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { name: 'Educator Access Required' })).toBeVisible()
  }
  await expectAccessible(page)
  expect(calls).toEqual([])
  await page.goto('/review-requests')
  await expect(page.getByText('No review requests yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/review-requests')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the share of others who picked each choice is shown only after the answer', async ({ page, student: _ }) => {
  const [daily] = await withDailyQuestions(page)
  const choices = daily?.question?.choices ?? []
  const asked: string[] = []
  await page.route('**/api/questions/*/statistics', (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      json: { answers: 40, choices: choices.map((choice, index) => ({ choice, isRight: index === 3, percent: 10 * (index + 1) })) },
    })
  })
  await page.goto(`/questions/${daily?.questionId}`)
  await page.getByRole('radio').first().check()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  const explanation = page.getByRole('dialog', { name: /^(Correct|Incorrect)$/ })
  await expect(explanation.getByText('What others chose')).toBeVisible()
  for (const percent of [10, 20, 30, 40]) await expect(explanation.getByText(`${percent}% chose this`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: /40% chose this/ })).toBeDisabled()
  await expectAccessible(page)
})

import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { sampleExam, withSampleExam } from './sample-exam.ts'

test('results show the outcome of an exam, how it was decided, and the right answers, and are accessible', async ({ page, student: _ }) => {
  const results = await withSampleExam(page, sampleExam())

  await test.step('the score, and whether it is sure', async () => {
    await page.goto(results)
    await expect(page.getByRole('heading', { name: 'Passed', exact: true })).toBeVisible()
    await expect(page.getByText('With 95% confidence, your ability is above the passing line.')).toBeVisible()
    await expect(page.getByText('It is not an NREMT score.')).toBeVisible()
    await expect(page.getByText('1 question on trial not scored')).toBeVisible()
    await expect(page.getByText('1 h 12 min')).toBeVisible()
    await expect(page.getByText('Medium (1.9 of 3)')).toBeVisible()
  })

  await test.step('by domain, the weakest first, with a way on', async () => {
    await expect(page.getByRole('heading', { name: 'By Domain' })).toBeVisible()
    await expect(page.getByText('Medical was your weakest part.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Study 10 questions of Medical' })).toBeVisible()
    await page.getByRole('button', { name: 'Show table of the parts of the exam' }).click()
    await expect(page.getByRole('rowheader').first()).toHaveText('Medical')
  })

  await test.step('how it was decided, question by question', async () => {
    const decided = page.getByRole('region', { name: 'How This Exam Was Decided' })
    await expect(decided.getByRole('img')).toHaveAccessibleName(
      /The passing line is 70\. It stopped after question 84: you had answered at least 80/,
    )
    const questions = decided.getByRole('slider', { name: 'Questions' })
    await questions.focus()
    await page.keyboard.press('Home')
    await expect(questions).toHaveAttribute('aria-valuetext', /^Question 1: right, then score \d+, band \d+ to \d+\./)
    for (let step = 1; step < 12; step += 1) await page.keyboard.press('ArrowRight')
    await expect(decided.getByText(/^Question 12: .*On trial: not scored\.$/)).toBeVisible()
    await expectAccessible(page)
    await decided.getByRole('button', { name: 'Show table of how this exam was decided' }).click()
    await expect(decided.getByRole('row')).toHaveCount(85)
    await expect(decided.getByRole('row', { name: /^6 / })).toContainText('–')
  })

  await test.step('all questions by keyboard, and only the wrong ones', async () => {
    const questions = page.getByRole('region', { name: 'Your Questions' })
    const opener = questions.locator('summary')
    await expect(questions.getByText('Correct answer', { exact: true })).toHaveCount(0)
    await opener.first().press('Enter')
    await expect(questions.getByText('The order of what kills first decides')).toBeVisible()
    await opener.filter({ hasText: 'Part 1 of 3 of a case' }).press('Enter')
    await expect(questions.getByText('A 58-year-old man sits on the edge of his bed')).toBeVisible()
    await questions.getByRole('switch', { name: /^Only wrong answers/ }).press('Space')
    await expect(questions.getByText('Incorrect', { exact: false }).first()).toBeVisible()
    await expect(questions.getByText(/^Correct ·/)).toHaveCount(0)
    await questions.locator('summary').first().press('Enter')
    await expectAccessible(page)
  })
})

test('an uncertain result is not presented as certain', async ({ page, student: _ }) => {
  const results = await withSampleExam(
    page,
    sampleExam({
      examType: 'module_specific',
      blueprint: 'module',
      score: 64,
      outcome: 'undetermined',
      endedBy: 'curtailment',
      passedAt95Confidence: false,
      targetModules: ['Trauma'],
      domainCounts: { Trauma: 83 },
      domainCorrect: { Trauma: 40 },
    }),
  )
  await page.goto(results)
  await expect(page.getByRole('heading', { name: 'Not passed yet' })).toBeVisible()
  await expect(page.getByText('More questions would not have changed this result, but it does not reach 95% confidence.')).toBeVisible()
  await expect(page.getByText(/^With 95% confidence/)).toHaveCount(0)
  await expect(page.getByText('No part of this exam stands out as the weakest.')).toBeVisible()
})

test('a missing or unfinished exam has no results', async ({ page, student: _ }) => {
  const open = sampleExam({ isCompleted: false, score: null, correctAnswers: null, outcome: null, endedBy: null, completedAt: null })
  await page.goto(await withSampleExam(page, open))
  await expect(page.getByRole('heading', { name: 'Exam not found or not completed' })).toBeVisible()
  await page.goto('/practice-exam/not-an-exam/results')
  await expect(page.getByRole('heading', { name: 'Exam not found or not completed' })).toBeVisible()
  await expectAccessible(page)
})

import { randomUUID } from 'node:crypto'
import { type AccountCalendar, accountDay } from '@medicready/domain/accounts/shown/account-day'
import type { Readiness, ReportedOutcome } from '@medicready/domain/contract/readiness/readiness'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { giveHistory, type PastAnswer } from './given-history.ts'
import { appendFacts } from './given-questions.ts'
import { grantTier } from './operator.ts'
import { sampleCalibration, sampleReadiness, tooFewAnswers, withCalibration, withReadiness } from './sample-readiness.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const sitting = { sittingId: '0197b1a2-bd90-5e81-8276-c2e19f7fac77', examDate: '2026-03-01' }

const moduleAnswers = (count: number): PastAnswer[] =>
  Array.from({ length: count }, (_, index) => ({
    module: 'Trauma',
    number: index + 1,
    isCorrect: index % 5 < 2,
    timeSpentSeconds: 40,
    confidence: null,
  }))

/** The real exam, reported as not passed. */
async function giveToldExam(page: Page): Promise<void> {
  const user = (await (await page.request.get('/api/auth/user')).json()) as AccountCalendar & { id: string }
  const told = { userId: user.id, sittingId: randomUUID() }
  const predicted = { chance: 0.66, low: 0.5, high: 0.79, ability: -0.4, standardError: 0.3, scoredAnswers: 103 }
  const on = addDays(accountDay(new Date().toISOString(), user), -5)
  const of = { kind: 'national_exam', sittingId: told.sittingId } as const
  await appendFacts([
    {
      stream: `readiness-${user.id}`,
      facts: [
        { type: 'PassPredicted', data: { userId: user.id, of, on, blueprint: 'national_registry', method: 1, ...predicted } },
        { type: 'ExamOutcomeReported', data: { ...told, outcome: 'failed', through: 'mail' } },
      ],
    },
  ])
}

test('after a hundred answers a student sees their chance to pass, and can correct a reported exam outcome', async ({
  page,
  student: _,
}) => {
  await grantTier(page, 'premium')
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await giveToldExam(page)
  await giveHistory(page, [
    { daysAgo: 20, answers: moduleAnswers(40) },
    { daysAgo: 10, answers: moduleAnswers(23) },
  ])
  const card = region(page, 'Readiness')
  const scoredAnswers = async () => ((await (await page.request.get('/api/readiness')).json()) as Readiness).scoredAnswers

  await test.step('not before', async () => {
    await expect.poll(scoredAnswers).toBe(63)
    await page.goto('/analytics')
    await expect(card.getByText('37 more answers to go.')).toBeVisible()
    await expect(card.getByRole('progressbar', { name: 'Scored answers' })).toHaveAttribute('aria-valuenow', '63')
    await expect(card.getByText(/\d%/)).toHaveCount(0)
  })

  await test.step('for the chosen exam', async () => {
    await giveHistory(page, [{ daysAgo: 2, answers: moduleAnswers(40) }])
    await expect.poll(scoredAnswers).toBe(103)
    await page.reload()
    await expect(card.getByText(/^If you took the exam today: \d+% \(\d+–\d+\)$/)).toBeVisible()
    await expect(card.getByRole('slider', { name: 'Days of your readiness' })).toHaveAttribute('max', '1')
    await expect(region(page, 'What would raise it most').getByText(/^Clinical Judgment \+\d+ points?$/)).toBeVisible()
    await card.getByRole('radio', { name: 'The former exam: five domains' }).press('Space')
    await expect(card.getByText(/Clinical Judgment \+/)).toHaveCount(0)
    await page.reload()
    await expect(card.getByRole('radio', { name: 'The former exam: five domains' })).toBeChecked()
    await card.getByRole('radio', { name: 'The current exam: since July 2024, with Clinical Judgment' }).press('Space')
    await expect(region(page, 'What would raise it most').getByText(/^Clinical Judgment \+\d+ points?$/)).toBeVisible()
  })

  await test.step('the reported exam outcome is corrected', async () => {
    await expect(card.getByText(/^You told us of your exam on .+: you did not pass\./)).toBeVisible()
    await card.getByRole('button', { name: 'Change' }).press('Enter')
    await card.getByRole('button', { name: 'I passed' }).press('Enter')
    await expect(card.getByText(/: you passed\./)).toBeVisible()
  })

  await test.step('in short on the dashboard and the exams page, and the suggested quiz is started', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: /^NREMT Practice Exam .* If you took the exam today: \d+% \(\d+–\d+\)$/ }).click()
    await expect(page.getByRole('heading', { name: /^If you took the exam today: \d+% \(\d+–\d+\)$/ })).toBeVisible()
    await page.getByRole('link', { name: 'What would raise it' }).click()
    await card.getByRole('button', { name: 'Study 10 questions of Clinical Judgment' }).click()
    await expect(page).toHaveURL(/\/study-session\?session=[\w-]+$/)
  })
})

test('a student sees their chance to pass, its range, its history, and what would change it most', async ({ page, student: _ }) => {
  const card = region(page, 'Readiness')
  await withReadiness(page, sampleReadiness())
  await page.goto('/analytics')
  await expect(card.getByText('If you took the exam today: 71% (58–82)')).toBeVisible()
  await expect(
    card.getByRole('img', {
      name: 'If you took the exam today, your chance to pass would be 71%. We are 80% sure that your chance is between 58% and 82%.',
    }),
  ).toBeVisible()
  await expect(card.getByText('We are 80% sure that your chance is between 58% and 82%. This is a fair estimate.')).toBeVisible()
  await expect(region(page, 'What would raise it most').getByRole('listitem')).toHaveText([
    /^Airway \+8 points/,
    /^Cardiology \+6 points/,
    /^Trauma \+4 points/,
  ])
  // Quizzes come with other plans.
  await expect(card.getByRole('button', { name: /^Study 10/ })).toHaveCount(0)
  await expect(region(page, 'What has faded').getByRole('listitem')).toHaveText(/^Cardiology −2 points.*Feb 14$/)

  await test.step('day by day, by keyboard and as a table', async () => {
    const days = card.getByRole('slider', { name: 'Days of your readiness' })
    await expect(days).toHaveAttribute('aria-valuetext', 'Mar 5: 71%, range 58–82%')
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /^Feb 28: 69%/)
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Show table of your readiness' }).press('Enter')
    await expect(card.getByRole('row')).toHaveCount(20)
  })

  await test.step('and how that is computed, within the app', async () => {
    await card.getByRole('link', { name: /^How it is computed/ }).click()
    await expect(heading(page, 'Readiness')).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('link', { name: 'See Your Readiness' }).click()
    await expect(page).toHaveURL('/analytics')
  })

  await test.step('a failed load shows a message and works on retry', async () => {
    await page.route('**/api/readiness', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Your readiness could not be loaded.')).toBeVisible()
    await withReadiness(page, tooFewAnswers(99))
    await button(page, 'Try again').click()
    await expect(card.getByText('1 more answer to go.')).toBeVisible()
  })
})

test('a student far above the passing line sees the highest chance that is shown, why it is capped, and a matching gauge', async ({
  page,
  student: _,
}) => {
  const { figures, ...rest } = sampleReadiness()
  const best = { chance: 0.95, low: 0.95, high: 0.95 }
  await withReadiness(page, { ...rest, figures: figures && { ...figures, ...best } })
  await page.goto('/analytics')
  const card = region(page, 'Readiness')
  await expect(card.getByText('If you took the exam today: 95%', { exact: true })).toBeVisible()
  await expect(card.getByText(/^Your answers put you well above the passing line\. 95% is the most we say until 50 students/)).toBeVisible()
  const gauge = card.getByRole('img', { name: /^If you took the exam today, your chance to pass would be 95%\./ })
  const widthOf = async (part: number) => (await gauge.locator('path').nth(part).boundingBox())?.width ?? 0
  expect((await widthOf(1)) / (await widthOf(0))).toBeGreaterThan(0.95)
  await expectAccessible(page)
})

test('visitors read how readiness is computed and how often it is right', async ({ page }) => {
  const mock = region(page, 'How often we are right: mock exams')
  const real = region(page, 'How often we are right: the real exam')
  await withCalibration(page, sampleCalibration(0, 0))
  await page.goto('/')
  await page.getByRole('link', { name: 'See our track record' }).click()
  await expect(page).toHaveURL('/readiness')
  await expect(mock.getByText('No mock exam has been predicted and taken yet')).toBeVisible()
  await expect(real.getByText('No answer so far. We show results once there are 20.')).toBeVisible()

  await test.step('with a note while there are few', async () => {
    await withCalibration(page, sampleCalibration(12, 7))
    await page.reload()
    await expect(mock.getByText(/^Only 12 exams so far\./)).toBeVisible()
    await expect(real.getByText('Only 7 answers so far.')).toBeVisible()
    await expect(real.getByRole('img')).toHaveCount(0)
  })

  await test.step('predictions against outcomes, as a plot and as a table', async () => {
    await withCalibration(page, sampleCalibration(1204, 24))
    await page.reload()
    await expect(mock.getByText(/^Only/)).toHaveCount(0)
    await expect(mock.getByRole('img')).toHaveAccessibleName(
      /Chances of 70–80%: on average we said 7\d%, and \d\d% passed \(\d+ of \d+\), likely range/,
    )
    await expect(mock.getByText('1,204', { exact: true })).toBeVisible()
    await expect(mock.getByText(/0 is perfect\. Predicting \d+% for everyone would score 0\.\d{3}\.$/)).toBeVisible()
    await expect(mock.getByText('3 exams ended before the minimum number of questions')).toBeVisible()
    await expect(real.getByText(/^Only 24 students so far\./)).toBeVisible()
    await expectAccessible(page)
    await mock.getByRole('button', { name: 'Show table of mock exams' }).press('Enter')
    await expect(mock.getByRole('row')).toHaveCount(11)
    await expect(mock.getByRole('row', { name: /^70–80% \d+ 7\d% \d\d% \d+ to \d+%$/ })).toBeVisible()
  })

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('the emailed link records the exam outcome once, and the outcome can be corrected', async ({ page }) => {
  const told: ReportedOutcome[] = []
  await page.route('**/api/readiness/outcome-link', (route) => {
    const { outcome } = route.request().postDataJSON() as { outcome: ReportedOutcome }
    told.push(outcome)
    return route.fulfill({ json: { outcome } })
  })
  await page.goto('/exam-outcome?token=abc&outcome=failed')
  await expect(heading(page, 'Thank you for telling us')).toBeVisible()
  await expect(page.getByText('Your answer is saved: you did not pass.')).toBeVisible()
  await expect(page).toHaveURL('/exam-outcome')
  await expectAccessible(page)
  await button(page, 'I passed').press('Enter')
  await expect(heading(page, 'You passed. Congratulations!')).toBeFocused()
  expect(told).toEqual(['failed', 'passed'])

  await test.step('a link without an outcome asks for it', async () => {
    await page.goto('/exam-outcome?token=abc')
    await button(page, 'I did not take it').click()
    await expect(page.getByRole('link', { name: 'Go to Settings' })).toBeVisible()
    expect(told).toEqual(['failed', 'passed', 'not_taken'])
  })

  await test.step('a truncated or expired link shows a message', async () => {
    await page.reload()
    await expect(heading(page, 'This link is incomplete')).toBeVisible()
    await expect(page.getByText('your answer is saved. If not, please open the link in the email again.')).toBeVisible()
    await page.unroute('**/api/readiness/outcome-link')
    await page.goto('/exam-outcome?token=no-such-token&outcome=passed')
    await expect(heading(page, 'Your answer is not saved')).toBeVisible()
    await expect(page.getByText('This link is incomplete or older than 30 days.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the dashboard asks about the exam outcome until it is answered, then says thanks', async ({ page, student: _ }) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await withReadiness(page, sampleReadiness({ outcome: { ...sitting, reported: null } }))
  await page.route('**/api/readiness/outcome', async (route) => {
    const { outcome } = route.request().postDataJSON() as { outcome: ReportedOutcome }
    await withReadiness(page, sampleReadiness({ outcome: { ...sitting, reported: outcome } }))
    await route.fulfill({ json: { outcome } })
  })
  await page.goto('/')
  const question = region(page, 'How did your exam go?')
  await expect(question.getByText('Your exam date was Mar 1, 2026.')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'I did not pass' }).press('Enter')
  await expect(heading(page, 'Thank you for telling us')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'Your NREMT prep command center')).toBeVisible()
  await page.goto('/analytics')
  const card = region(page, 'Readiness')
  await expect(card.getByText('You told us of your exam on Mar 1, 2026: you did not pass.')).toBeVisible()
  await card.getByRole('button', { name: 'Change' }).click()
  await card.getByRole('button', { name: 'I passed' }).click()
  await expect(card.getByText('you passed.')).toBeVisible()
})

import type { ReportedOutcome } from '@medicready/domain/contract/readiness'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { grantTier } from './operator.ts'
import { sampleCalibration, sampleReadiness, tooFewAnswers, withCalibration, withReadiness } from './sample-readiness.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const sitting = { sittingId: '0197b1a2-bd90-5e81-8276-c2e19f7fac77', examDate: '2026-03-01' }

test('a student reads how likely they would pass, how sure that is, how it went on, and what would move it', async ({ page, student }) => {
  await grantTier(page, student, 'premium')
  const card = region(page, 'Readiness')

  await test.step('not before a hundred answers', async () => {
    await withReadiness(page, tooFewAnswers(63))
    await page.goto('/analytics')
    await expect(card.getByText('37 more answers to go.')).toBeVisible()
    await expect(card.getByRole('progressbar', { name: 'Scored answers' })).toHaveAttribute('aria-valuenow', '63')
    await expect(card.getByText(/\d%/)).toHaveCount(0)
  })

  await test.step('then as a gauge, in words, and by what would move it', async () => {
    await withReadiness(page, sampleReadiness())
    await page.reload()
    await expect(card.getByText('If you sat it today: 71% (58–82)')).toBeVisible()
    await expect(card.getByRole('img', { name: /^If you sat it today, your chance to pass would be about 71%/ })).toBeVisible()
    await expect(card.getByText('we are 80% sure that your chance lies between 58% and 82%. That is a fair idea.')).toBeVisible()
    await expect(region(page, 'What would move it most').getByRole('listitem')).toHaveText([
      /^Airway \+8 points/,
      /^Cardiology \+6 points/,
      /^Trauma \+4 points/,
    ])
    await expect(region(page, 'What has faded since').getByRole('listitem')).toHaveText(/^Cardiology −2 points.*Feb 14$/)
  })

  await test.step('day by day, by keyboard and as a table', async () => {
    const days = card.getByRole('slider', { name: 'Days of your readiness' })
    await expect(days).toHaveAttribute('aria-valuetext', 'Mar 5: 71%, range 58–82%')
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /^Feb 28: 69%/)
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Show table of your readiness' }).press('Enter')
    await expect(card.getByRole('row')).toHaveCount(20)
  })

  await test.step('in short where exams are begun', async () => {
    await page.goto('/practice-exam')
    await expect(heading(page, 'If you sat it today: 71% (58–82)')).toBeVisible()
    await page.getByRole('link', { name: 'How it is computed' }).click()
    await expect(heading(page, 'Readiness')).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('link', { name: 'See Your Readiness' }).click()
    await expect(page).toHaveURL('/analytics')
  })
})

test('everybody reads how it is computed, and how often it is right', async ({ page }) => {
  const mock = region(page, 'How often we are right: mock exams')
  const real = region(page, 'How often we are right: the real exam')
  await withCalibration(page, sampleCalibration(0, 0))
  await page.goto('/')
  await page.getByRole('link', { name: /^How we compute your chance to pass/ }).click()
  await expect(page).toHaveURL('/readiness')
  await expect(mock.getByText('No mock exam has been predicted and taken yet')).toBeVisible()
  await expect(real.getByText('No answer so far. From 20 on, they are shown here.')).toBeVisible()

  await test.step('with a note while there are few', async () => {
    await withCalibration(page, sampleCalibration(12, 7))
    await page.reload()
    await expect(mock.getByText(/^Only 12 exams so far\./)).toBeVisible()
    await expect(real.getByText('Only 7 answers so far.')).toBeVisible()
    await expect(real.getByRole('img')).toHaveCount(0)
  })

  await test.step('what was said against what happened, as a plot and as a table', async () => {
    await withCalibration(page, sampleCalibration(1204, 24))
    await page.reload()
    await expect(mock.getByText(/^Only/)).toHaveCount(0)
    await expect(mock.getByRole('img')).toHaveAccessibleName(
      /Chances of 70–80%: on average we said 7\d%, and \d\d% passed \(\d+ of \d+\), likely range/,
    )
    await expect(mock.getByText('1,204', { exact: true })).toBeVisible()
    await expect(mock.getByText(/0 is perfect, and to say \d+% to everybody would score 0\.\d{3}\.$/)).toBeVisible()
    await expect(mock.getByText('3 exams ended before the least number of questions.')).toBeVisible()
    await expect(real.getByText(/^Only 24 students so far\./)).toBeVisible()
    await expectAccessible(page)
    await mock.getByRole('button', { name: 'Show table of mock exams' }).press('Enter')
    await expect(mock.getByRole('row')).toHaveCount(11)
    await expect(mock.getByRole('row', { name: /^70–80% \d+ 7\d% \d\d% \d+ to \d+%$/ })).toBeVisible()
  })

  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('the link of the mail says at once how the exam went, once, and takes it otherwise too', async ({ page }) => {
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

  await test.step('a link that does not say how it went asks', async () => {
    await page.goto('/exam-outcome?token=abc')
    await button(page, 'I did not sit it').click()
    await expect(page.getByRole('link', { name: 'Go to Settings' })).toBeVisible()
    expect(told).toEqual(['failed', 'passed', 'not_taken'])
  })

  await test.step('one that was cut off, or is too old, says so', async () => {
    await page.goto('/exam-outcome')
    await expect(page.getByText('This link is not complete. Please open it from the mail again.')).toBeVisible()
    await page.unroute('**/api/readiness/outcome-link')
    await page.goto('/exam-outcome?token=no-such-token&outcome=passed')
    await expect(heading(page, 'Your answer is not saved')).toBeVisible()
    await expect(page.getByText('This link is not complete, or older than 30 days.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the dashboard asks how the exam went until it is told, and thanks', async ({ page, student: _ }) => {
  await page.request.post('/api/user/modules', { data: { module: 'Trauma' } })
  await withReadiness(page, sampleReadiness({ outcome: { ...sitting, reported: null } }))
  await page.route('**/api/readiness/outcome', async (route) => {
    const { outcome } = route.request().postDataJSON() as { outcome: ReportedOutcome }
    await withReadiness(page, sampleReadiness({ outcome: { ...sitting, reported: outcome } }))
    await route.fulfill({ json: { outcome } })
  })
  await page.goto('/')
  const question = region(page, 'How did your exam go?')
  await expect(question.getByText('You had Mar 1, 2026 as the date of your exam.')).toBeVisible()
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

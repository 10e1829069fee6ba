import { randomUUID } from 'node:crypto'
import { addDays } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { educatorPage } from './educators.ts'
import { expect, test } from './fixtures.ts'
import { appendFacts } from './given-questions.ts'
import { sampleQuestion } from './sample-questions.ts'

const daysAgo = (days: number): string => addDays(new Date().toISOString().slice(0, 10), -days)

/** A question with a review request that has been open for forty days. */
async function giveDoubted(page: Page, stem: string): Promise<string> {
  const { id: userId } = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
  const questionId = randomUUID()
  const ofVersion = { questionId, version: 1 }
  const content = { ...sampleQuestion('multiple_choice', 0), stem }
  const facts: Fact[] = [
    { type: 'QuestionAdded', data: { ...ofVersion, source: 'curated', bankId: null, generation: null, content } },
    { type: 'QuestionReviewRequested', data: { ...ofVersion, userId, reason: 'Two of the options fit.' } },
    { type: 'QuestionWithdrawn', data: { ...ofVersion, cause: 'review_requests' } },
  ]
  await appendFacts([{ stream: `question-${questionId}`, facts, occurredAt: `${daysAgo(40)}T12:00:00.000Z` }])
  return questionId
}

/** What reviewers see for an earlier day, by keyboard. */
async function lookBack(page: Page, stem: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: stem })
  await test.step('a number leads to its facts, which name no one', async () => {
    // The facts were appended directly, so reads do not wait for them.
    await expect(async () => {
      await page.goto('/admin/review-requests')
      await expect(row).toContainText('Withdrawn', { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expectAccessible(page)
    const openRequests = row.getByRole('button', { name: '1, Open requests. Why this number?' })
    await openRequests.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName('Why this number? Open requests')
    await expect(dialog.getByRole('row').filter({ hasText: 'Question review requested' })).toContainText('1')
    await expect(dialog.getByRole('link')).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    // Until then, the next key could still go to where the focus returns.
    await expect(openRequests).toBeFocused()
    await page.getByRole('button', { name: 'Why this number? Waiting' }).press('Enter')
    await expect(dialog.getByRole('row').filter({ hasText: 'Question review requested' }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Why this number? Waiting' })).toBeFocused()
    await page.getByRole('button', { name: 'Why this number? Cost, 30 days' }).press('Enter')
    await expect(dialog.getByText('No events count toward it, so it is 0.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  })

  await test.step('the queue of a day, which a filter keeps', async () => {
    await page.getByLabel('As of').fill(daysAgo(39))
    await expect(page).toHaveURL(`/admin/review-requests?asOf=${daysAgo(39)}`)
    await expect(page.getByText(/^Shown as it stood at the end of .+ \(UTC\)\.$/)).toBeVisible()
    await page.getByLabel('Module').selectOption({ index: 1 })
    await expect(page).toHaveURL(new RegExp(`asOf=${daysAgo(39)}&module=`))
    await page.getByLabel('Module').selectOption('')
    await expect(row).toContainText('Withdrawn')
    await expectAccessible(page)
  })

  await test.step('a question of an earlier day cannot be decided', async () => {
    await row.getByRole('link', { name: stem }).press('Enter')
    await expect(page.getByText('Two of the options fit.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Decision' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to today' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
    await page.getByLabel('As of').fill(daysAgo(42))
    await expect(page.getByText('Question Not Found')).toBeVisible()
    await page.getByRole('link', { name: 'Review Requests' }).first().press('Enter')
    await expect(page).toHaveURL(`/admin/review-requests?asOf=${daysAgo(42)}`)
    await expect(row).toHaveCount(0)
  })
}

test('an educator views the review figures of a day and the facts behind each number', async ({ page, browser, student: _ }) => {
  const stem = `A crew doubts what it reads, ${randomUUID()}.`
  await giveDoubted(page, stem)
  const educator = await educatorPage(browser)
  await lookBack(educator, stem)
})

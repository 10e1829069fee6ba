import { tiers } from '@medicready/domain/billing/shown/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { expect, type Page } from '@playwright/test'
import { giveQuestions } from './given-questions.ts'
import { sampleQuestion } from './sample-questions.ts'

/** Selects modules and assigns today's questions by events: all multiple choice, with the last option correct. */
export async function withDailyQuestions(page: Page, modules = ['Trauma', 'Pediatrics']): Promise<DailyQuestion[]> {
  for (const module of modules) expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
  const { subscriptionTier } = (await (await page.request.get('/api/subscription/status')).json()) as SubscriptionStatus
  const count = tiers[subscriptionTier].dailyQuestions
  return giveQuestions(
    page,
    Array.from({ length: count }, (_, index) => sampleQuestion('multiple_choice', index + 1)),
  )
}

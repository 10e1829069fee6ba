import type { DailyQuestion } from '@medicready/domain/contract/study'
import { expect, type Page } from '@playwright/test'

/** Selects modules and generates today's questions without the screens. */
export async function withDailyQuestions(page: Page, modules = ['Trauma', 'Pediatrics']): Promise<DailyQuestion[]> {
  for (const module of modules) expect((await page.request.post('/api/user/modules', { data: { module } })).status()).toBe(200)
  const generated = await page.request.post('/api/daily-questions/generate', { data: { count: 5 } })
  expect(generated.status()).toBe(200)
  const position = generated.headers()['consistency-token'] ?? ''
  const answer = await page.request.get('/api/daily-questions', { headers: { 'Consistency-Token': position } })
  return (await answer.json()) as DailyQuestion[]
}

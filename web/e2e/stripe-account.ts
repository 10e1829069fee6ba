import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { appendFacts } from './given-questions.ts'
import { product } from './product.ts'

export async function askStripe<Answer = { id: string; url: string }>(path: string, form?: Record<string, string>): Promise<Answer> {
  const secrets = JSON.parse(readFileSync(join(product.environment.DATA_DIR ?? '', 'secrets.json'), 'utf8')) as {
    STRIPE_SECRET_KEY: string
  }
  const answer = await fetch(`${product.stripeUrl}/v1/${path}`, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}` },
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

const HOUR = 3_600
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

export interface CustomerWithClock {
  readonly id: string
  /** Processes everything due until `hours` after a moment. A renewal is charged an hour after its period. */
  readonly advance: (instant: string, hours?: number) => Promise<void>
}

/**
 * By the event of a first checkout: Stripe cannot add a test clock later, and all tests share the stand-in's own clock.
 */
export async function giveCustomerWithClock(page: Page): Promise<CustomerWithClock> {
  const { id: userId, email } = (await (await page.request.get('/api/auth/user')).json()) as { id: string; email: string }
  const clocks = 'test_helpers/test_clocks'
  const clock = await askStripe(clocks, { frozen_time: String(seconds(new Date().toISOString())) })
  const { id } = await askStripe('customers', { email, test_clock: clock.id, 'metadata[userId]': userId })
  await appendFacts([{ stream: `subscription-${userId}`, facts: [{ type: 'CustomerMade', data: { userId, customerId: id } }] }])
  return {
    id,
    advance: async (instant, hours = 2) => {
      await askStripe(`${clocks}/${clock.id}/advance`, { frozen_time: String(seconds(instant) + hours * HOUR) })
      const status = async () => (await askStripe<{ status: string }>(`${clocks}/${clock.id}`)).status
      await expect.poll(status, { intervals: [100] }).toBe('ready')
    },
  }
}

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing'
import { expect, type Page } from '@playwright/test'
import type { Student } from './fixtures.ts'
import { product } from './product.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Puts the student who is signed in on `page` on a tier, as an operator does on the command line, and waits until the
 * figures say so.
 */
export async function grantTier(page: Page, { email }: Student, tier: Tier): Promise<void> {
  const { DATA_DIR = '', EVENTSTORE_PORT, POSTGRES_PORT } = product.environment
  const secrets = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as Record<'MASTER_KEY' | 'POSTGRES_PASSWORD', string>
  await run(process.execPath, ['command-api/operator.ts', 'account', 'set-tier', email, tier], {
    cwd: root,
    env: {
      ...process.env,
      EVENTSTORE_URL: `esdb://127.0.0.1:${EVENTSTORE_PORT}?tls=false`,
      POSTGRES_URL: `postgres://postgres:${secrets.POSTGRES_PASSWORD}@127.0.0.1:${POSTGRES_PORT}/medicready`,
      MASTER_KEY: secrets.MASTER_KEY,
    },
  })
  await expect
    .poll(async () => ((await (await page.request.get('/api/subscription/status')).json()) as SubscriptionStatus).subscriptionTier)
    .toBe(tier)
}

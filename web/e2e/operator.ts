import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Student, signIn } from './fixtures.ts'
import { product } from './product.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** By what an operator reaches the product behind its doors. */
export function operatorEnvironment(): Record<'EVENTSTORE_URL' | 'POSTGRES_URL' | 'MASTER_KEY', string> {
  const { DATA_DIR = '', EVENTSTORE_PORT, POSTGRES_PORT } = product.environment
  const secrets = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as Record<'MASTER_KEY' | 'POSTGRES_PASSWORD', string>
  return {
    EVENTSTORE_URL: `esdb://127.0.0.1:${EVENTSTORE_PORT}?tls=false`,
    POSTGRES_URL: `postgres://postgres:${secrets.POSTGRES_PASSWORD}@127.0.0.1:${POSTGRES_PORT}/medicready`,
    MASTER_KEY: secrets.MASTER_KEY,
  }
}

/** Does something with an account, as an operator does on the command line. */
async function operate(...words: string[]): Promise<void> {
  await run(process.execPath, ['command-api/operator.ts', 'account', ...words], {
    cwd: root,
    env: { ...process.env, ...operatorEnvironment() },
  })
}

/** Puts the student who is signed in on `page` on a tier, and waits until the figures say so. */
export async function grantTier(page: Page, { email }: Student, tier: Tier): Promise<void> {
  await operate('set-tier', email, tier)
  await expect
    .poll(async () => ((await (await page.request.get('/api/subscription/status')).json()) as SubscriptionStatus).subscriptionTier)
    .toBe(tier)
}

/** Gives somebody a role, which ends their sessions, signs them in anew, and waits until it is known everywhere. */
export async function grantRole(request: APIRequestContext, person: Student, role: Exclude<UserRole, 'student'>): Promise<void> {
  await operate('grant-role', person.email, role)
  await signIn(request, person)
  await expect.poll(async () => ((await (await request.get('/api/auth/user')).json()) as { role?: UserRole }).role).toBe(role)
}

/** Erases somebody's account for good. */
export const eraseAccount = ({ email }: Student): Promise<void> => operate('erase', email)

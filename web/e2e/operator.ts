import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { Fact } from '@medicready/domain/events'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test'
import { type Student, signIn } from './fixtures.ts'
import { administrator, product } from './product.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

export function operatorEnvironment(): Record<'EVENTSTORE_URL' | 'POSTGRES_URL' | 'MASTER_KEY', string> {
  const { DATA_DIR = '', EVENTSTORE_PORT, POSTGRES_PORT } = product.environment
  const secrets = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as Record<'MASTER_KEY' | 'POSTGRES_PASSWORD', string>
  return {
    EVENTSTORE_URL: `esdb://127.0.0.1:${EVENTSTORE_PORT}?tls=false`,
    POSTGRES_URL: `postgres://postgres:${secrets.POSTGRES_PASSWORD}@127.0.0.1:${POSTGRES_PORT}/medicready`,
    MASTER_KEY: secrets.MASTER_KEY,
  }
}

/** Makes the export that analysts query. */
export const exportFacts = (): Promise<unknown> =>
  run(process.execPath, ['projector/export.ts', '--reason', 'For a browser test.'], {
    cwd: root,
    env: { ...process.env, ...operatorEnvironment(), EXPORT_DIRECTORY: join(product.environment.DATA_DIR ?? '', 'export') },
  })

export const eventMetadata = () => ({
  ...{ correlationId: 'e2e', causationId: 'e2e', commandId: randomUUID(), actorId: 'e2e' },
  occurredAt: new Date().toISOString(),
})

export async function inTheLog<Result>(work: (eventStore: EventStore) => Promise<Result>): Promise<Result> {
  const { EVENTSTORE_URL, POSTGRES_URL, MASTER_KEY } = operatorEnvironment()
  const sql = connectPostgres(POSTGRES_URL, { name: 'e2e', max: 1 })
  const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY), logger: createLogger('e2e', 'warn') })
  try {
    return await work(eventStore)
  } finally {
    await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
  }
}

/** By its event; waits until the read model has it. */
export async function grantTier(page: Page, tier: Tier): Promise<void> {
  const { id: userId } = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
  await inTheLog(async (eventStore) => {
    const stream = `subscription-${userId}`
    const facts = await eventStore.readStream(stream)
    const from = facts.findLast((fact) => fact.type === 'TierChanged')?.data.to ?? 'free'
    const event: Fact = { type: 'TierChanged', data: { userId, from, to: tier, cause: 'granted', reason: null } }
    const revision = facts.length > 0 ? BigInt(facts.length - 1) : 'no_stream'
    await eventStore.append(stream, revision, [{ id: randomUUID(), event, metadata: eventMetadata() }])
  })
  await expect
    .poll(async () => ((await (await page.request.get('/api/subscription/status')).json()) as SubscriptionStatus).subscriptionTier)
    .toBe(tier)
}

/** Signs in again, since a new role ends sessions, and waits until all services know the role. */
export async function grantRole(request: APIRequestContext, person: Student, role: Exclude<UserRole, 'student'>): Promise<void> {
  const office = await requests.newContext({ baseURL: product.url })
  await signIn(office, administrator)
  const granted = await office.put('/api/admin/roles', { data: { email: person.email, role, reason: 'For a browser test.' } })
  expect(granted.status()).toBe(200)
  await office.dispose()
  await signIn(request, person)
  await expect.poll(async () => ((await (await request.get('/api/auth/user')).json()) as { role?: UserRole }).role).toBe(role)
}

export const eraseAccount = ({ email }: Student): Promise<unknown> =>
  run(process.execPath, ['command-api/operator.ts', 'account', 'erase', email], {
    cwd: root,
    env: { ...process.env, ...operatorEnvironment() },
  })

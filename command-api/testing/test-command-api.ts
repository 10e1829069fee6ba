import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import { connectPgPool } from '@medicready/platform/postgres/connection'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { unreachablePayments } from '@medicready/platform/testing/unreachable-payments'
import { buildCommandApi } from '../application.ts'
import { startTestStores } from './test-stores.ts'

export const publicUrl = 'http://localhost:3000'

export async function startTestCommandApi({
  attemptLimits = { perNetwork: 10_000, overall: 10_000 },
  callsPerMinute = 1_000_000,
  logger = quietLogger,
  pushServiceUrl = 'http://127.0.0.1:9',
  mailEventSources = {} as MailEventSources,
} = {}) {
  const stores = await startTestStores()
  const sessionPool = connectPgPool(stores.urlOf('command-api'), { name: 'test' }, quietLogger)
  const clock = { now: '2026-03-01T12:00:00.000Z' }
  const app = await buildCommandApi({
    ...stores,
    sql: stores.ownSql,
    sessionPool,
    logger,
    edgeAddresses: ['127.0.0.1'],
    callsPerMinute,
    clock: () => clock.now,
    publicUrl,
    sessionSecret: 'a secret for tests, 32 letters long',
    attemptLimits,
    payments: unreachablePayments,
    mailEventSources,
    pushServiceUrl,
  })
  return {
    ...stores,
    app,
    clock,
    close: async () => {
      await app.close()
      await sessionPool.end()
      await stores.close()
    },
  }
}

export type TestCommandApi = Awaited<ReturnType<typeof startTestCommandApi>>

import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPgPool, connectPostgres } from '@medicready/platform/postgres/connection'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { buildCommandApi } from '../application.ts'

export const publicUrl = 'http://localhost:3000'

/** The command API on a log and a database of its own, with a clock that the test sets. */
export async function startTestCommandApi({ signInAttemptsPerMinute = 1_000 } = {}) {
  const database = await createTestDatabase()
  const server = await startTestEventStore()
  const sql = connectPostgres(database.url, { name: 'test' })
  const sessionPool = connectPgPool(database.url, { name: 'test' }, quietLogger)
  const vault = new Vault(sql, testMasterKey)
  const eventStore = new EventStore({ url: server.url, vault, logger: quietLogger })
  const clock = { now: '2026-03-01T12:00:00.000Z' }
  const app = await buildCommandApi({
    sql,
    sessionPool,
    eventStore,
    vault,
    logger: quietLogger,
    clock: () => clock.now,
    publicUrl,
    sessionSecret: 'a secret for tests, 32 letters long',
    signInAttemptsPerMinute,
  })
  return {
    app,
    sql,
    vault,
    eventStore,
    clock,
    eventStoreUrl: server.url,
    postgresUrl: database.url,
    close: async () => {
      await app.close()
      await eventStore.close()
      await server.close()
      await sessionPool.end()
      await sql.end()
      await database.drop()
    },
  }
}

export type TestCommandApi = Awaited<ReturnType<typeof startTestCommandApi>>

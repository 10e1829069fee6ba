import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startSteadyEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { Commands } from '../commands.ts'

export const LITTLE_MEMORY_KIB = 64

/** `sql` may do anything; `ownSql` has the rights of the command API in production. */
export async function startTestStores() {
  const database = await createTestDatabase()
  const server = await startSteadyEventStore()
  const sql = connectPostgres(database.url, { name: 'test' })
  const ownSql = connectPostgres(database.urlOf('command-api'), { name: 'test command-api' })
  const vault = new Vault(ownSql, testMasterKey)
  const eventStore = new EventStore({ url: server.url, vault, logger: quietLogger })
  return {
    sql,
    ownSql,
    vault,
    eventStore,
    commands: new Commands(eventStore),
    eventStoreUrl: server.url,
    passwordMemoryKib: LITTLE_MEMORY_KIB,
    postgresUrl: database.url,
    urlOf: database.urlOf,
    close: async () => {
      await eventStore.close()
      await server.close()
      await Promise.all([sql.end(), ownSql.end()])
      await database.drop()
    },
  }
}

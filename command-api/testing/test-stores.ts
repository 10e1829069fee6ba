import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { Commands } from '../commands.ts'

/** A log and a database of their own, and commands on them. */
export async function startTestStores() {
  const database = await createTestDatabase()
  const server = await startTestEventStore()
  const sql = connectPostgres(database.url, { name: 'test' })
  const vault = new Vault(sql, testMasterKey)
  const eventStore = new EventStore({ url: server.url, vault, logger: quietLogger })
  return {
    sql,
    vault,
    eventStore,
    commands: new Commands(eventStore),
    eventStoreUrl: server.url,
    postgresUrl: database.url,
    close: async () => {
      await eventStore.close()
      await server.close()
      await sql.end()
      await database.drop()
    },
  }
}

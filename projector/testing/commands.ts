import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { appendHistory, type HistoryEvent } from '@medicready/platform/testing/history'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'

/** Stores that hold a history, and an operator's commands on them, each run in a process of its own. */
export async function commandsOver(past: readonly HistoryEvent[]) {
  const database = await createTestDatabase()
  const sql = connectPostgres(database.url, { name: 'test' })
  const log = await startTestEventStore()
  const eventStore = new EventStore({ url: log.url, vault: new Vault(sql, testMasterKey), logger })
  await appendHistory(eventStore, past, 1)
  const stores = { ...process.env, POSTGRES_URL: database.url, EVENTSTORE_URL: log.url, MASTER_KEY: testMasterKey }
  return {
    sql,
    log,
    /** Ends with code -1 if it is killed. */
    command:
      (file: string, { signal, environment = {} }: { signal?: AbortSignal; environment?: Record<string, string> } = {}) =>
      (...args: string[]): Promise<{ code: number; told: string }> =>
        new Promise((resolve) => {
          const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
          const options = { env: { ...stores, ...environment }, killSignal: 'SIGKILL', signal } as const
          const child = execFile(process.execPath, [path, ...args], options, (_, stdout, stderr) =>
            resolve({ code: child.exitCode ?? -1, told: stdout + stderr }),
          )
        }),
    close: async () => {
      await eventStore.close()
      await sql.end({ timeout: 1 })
      await log.close()
      await database.drop()
    },
  }
}

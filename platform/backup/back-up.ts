import type { EventStore } from '../event-store/event-store.ts'
import type { Sql } from '../postgres/connection.ts'
import { MasterKeys } from '../vault/master-keys.ts'
import { destroyedKeys } from '../vault/vault.ts'
import { type BackupFolder, BackupRefused, type Manifest } from './backup-folder.ts'
import { LogChanged, LogFiles } from './log-files.ts'
import { copyTables, migrationsIn } from './tables.ts'

interface BackupOptions {
  readonly backup: BackupFolder
  readonly logDirectory: string
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'replay'>
  readonly masterKey: string
}

const ATTEMPTS = 3

/** Runs beside the product. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await backUpOnce(options)
    } catch (error) {
      // What was copied is found again.
      if (!(error instanceof LogChanged) || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * The end of the log first, and the tables after it: what a fact relies on, such as the key of its person, is in the
 * tables before the fact is appended. So every fact in the copied log has its key. The chunks come last, because they
 * take longest, and the restored server drops what is behind the end.
 */
async function backUpOnce({ backup, logDirectory, sql, eventStore, masterKey }: BackupOptions): Promise<Manifest> {
  const newest = (await backup.generations()).at(-1)
  const previous = newest === undefined ? null : await backup.manifest(newest)
  const log = new LogFiles(logDirectory, backup, previous?.log ?? [])
  const time = new Date().toISOString()
  await log.copyUpToTheEnd()
  const end = await log.end()
  if (end === null) throw new BackupRefused(`EVENTSTORE_DIRECTORY, ${logDirectory}, holds no event log.`)
  const tables = await copyTables(sql, backup)
  const manifest = {
    position: String(end),
    time,
    masterKey: new MasterKeys(masterKey).head.toString('hex'),
    migrations: await migrationsIn(sql),
    erased: [...new Set([...(previous?.erased ?? []), ...(await erasedIn(eventStore)), ...(await destroyedKeys(sql))])],
    log: [...(await log.copyChunks())],
    tables,
  }
  await backup.publish(manifest)
  return manifest
}

async function erasedIn(eventStore: BackupOptions['eventStore']): Promise<string[]> {
  const erased: string[] = []
  for await (const batch of eventStore.replay({ from: null, batchSize: 500, types: ['AccountErased'] }))
    for (const entry of batch) if (entry.kind === 'fact' && entry.fact.type === 'AccountErased') erased.push(entry.fact.data.userId)
  return erased
}

import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Sql } from '../postgres/connection.ts'
import { migrate, migrationNames } from '../postgres/migrate.ts'
import { MasterKeys } from '../vault/master-keys.ts'
import { destroyedKeys } from '../vault/vault.ts'
import { type BackupFolder, BackupRefused, type Manifest } from './backup-folder.ts'
import { writeLog } from './log-files.ts'
import { dropSchemas, fillTables } from './tables.ts'

interface RestoreOptions {
  readonly backup: BackupFolder
  readonly manifest: Manifest
  readonly logDirectory: string
  readonly eventStoreUrl: string
  readonly postgresUrl: string
  readonly sql: Sql
  readonly masterKeys: readonly string[]
  readonly replace: boolean
}

/** Changes nothing before everything is checked. Can be run again if it was killed. Returns who was erased later. */
export async function restore(options: RestoreOptions): Promise<{ erasedLater: string[] }> {
  const { backup, manifest, logDirectory, postgresUrl, sql } = options
  await refuseOtherVersions(options)
  await verify(backup, manifest)
  await refuseWhileInUse(options)
  await refuseUnlessEmpty(options)
  const erased = await erasedEver(options)
  await dropSchemas(sql)
  await migrate(postgresUrl)
  await fillTables(sql, backup, { tables: manifest.tables, position: manifest.position, erased })
  await writeLog(backup, manifest.log, logDirectory)
  return { erasedLater: erased.filter((userId) => !manifest.erased.includes(userId)) }
}

/** Reads every block. Throws BackupRefused at the first that is not what was written. */
export async function verify(backup: BackupFolder, { log, tables }: Manifest): Promise<void> {
  for (const kept of [...log, ...tables]) {
    let size = 0
    for await (const block of backup.contents(kept)) size += block.length
    if (size !== kept.size) throw new BackupRefused(`${kept.name} has ${size} of ${kept.size} bytes.`)
  }
}

async function refuseOtherVersions({ manifest, masterKeys }: RestoreOptions): Promise<void> {
  if (!masterKeys.some((key) => new MasterKeys(key).head.toString('hex') === manifest.masterKey))
    throw new BackupRefused('MASTER_KEY is not the one that this backup was made with. Without it, no personal data can be read.')
  const here = await migrationNames()
  if (String(here) !== String(manifest.migrations))
    throw new BackupRefused(
      `Another version of the product made this backup: its last migration is ${manifest.migrations.at(-1)}, not ${here.at(-1)}. Restore with that version, and then upgrade.`,
    )
}

async function refuseWhileInUse({ sql, eventStoreUrl }: RestoreOptions): Promise<void> {
  const sessions = await sql<{ name: string }[]>`
    SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
  if (sessions.length > 0)
    throw new BackupRefused(`PostgreSQL is in use (${sessions.map(({ name }) => name).join(', ')}). Stop all services first.`)
  if (await answers(eventStoreUrl)) throw new BackupRefused('The event store is running. Stop it first.')
}

async function answers(eventStoreUrl: string): Promise<boolean> {
  const [, nodes = ''] = /^esdb(?:\+discover)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(eventStoreUrl) ?? []
  const connected = nodes.split(',').map(async (node) => {
    const [host = '', port = '2113'] = node.split(':')
    const socket = connect({ host, port: Number(port), timeout: 2_000 })
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'timeout').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    return isOpen
  })
  return (await Promise.all(connected)).some(Boolean)
}

async function refuseUnlessEmpty({ sql, logDirectory, replace }: RestoreOptions): Promise<void> {
  if (replace) return
  const isLog = (await readdir(logDirectory).catch(() => [])).length > 0
  const full = [...(isLog ? [logDirectory] : []), ...((await hasTables(sql)) ? ['the database'] : [])]
  if (full.length > 0)
    throw new BackupRefused(`There is data in ${full.join(' and ')}. With --replace, it is removed and the backup takes its place.`)
}

async function hasTables(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`SELECT to_regclass('vault.keys') IS NOT NULL AS exists`
  return row?.exists ?? false
}

/** As any backup in the folder knows, and the database that is replaced. */
async function erasedEver({ backup, sql }: RestoreOptions): Promise<string[]> {
  const erased = new Set((await hasTables(sql)) ? await destroyedKeys(sql) : [])
  for (const generation of await backup.generations()) for (const userId of (await backup.manifest(generation)).erased) erased.add(userId)
  return [...erased]
}

import { parseArgs } from 'node:util'
import { readSettings } from '../environment.ts'
import { EventStore } from '../event-store/event-store.ts'
import { createLogger } from '../logger.ts'
import { connectPostgres } from '../postgres/connection.ts'
import { waitForLease } from '../postgres/lease.ts'
import { Vault } from '../vault/vault.ts'
import { backUp } from './back-up.ts'
import { BackupFolder, BackupRefused } from './backup-folder.ts'
import { restore, verify } from './restore.ts'

const usage = `Usage: npm run backup -- <folder>
       npm run restore -- <folder> [--from <name>] [--replace]
       npm run restore -- <folder> [--from <name>] --verify

Keeps the event log, and what PostgreSQL holds beside read models, encrypted with BACKUP_KEY, while the product runs. Restores it
while only PostgreSQL runs.

  --from     a backup other than the last one; their names are those of the files in <folder>/generations
  --replace  remove the data that is there
  --verify   check every checksum, and restore nothing
`

function refuse(): never {
  process.stderr.write(usage)
  process.exit(2)
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ allowPositionals: true, options: { from: { type: 'string' }, replace: flag, verify: flag } })
  } catch {
    return refuse()
  }
}

const { values, positionals } = readArguments()
const [operation, folder, ...rest] = positionals
if (folder === undefined || rest.length > 0) refuse()
const environment = readSettings(
  'BACKUP_KEY',
  'EVENTSTORE_DIRECTORY',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
)
const { EVENTSTORE_DIRECTORY: logDirectory, EVENTSTORE_URL: eventStoreUrl, POSTGRES_URL: postgresUrl, MASTER_KEY: masterKey } = environment
const backup = new BackupFolder(folder, environment.BACKUP_KEY)
const logger = createLogger('backup', 'warn')
const sql = connectPostgres(postgresUrl, { name: 'backup', max: 1 })

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

async function makeBackup(): Promise<string> {
  const eventStore = new EventStore({ url: eventStoreUrl, vault: new Vault(sql, masterKey), logger })
  const lease = await waitForLease({ url: postgresUrl, name: 'backup', logger }, AbortSignal.timeout(60_000)).catch(() => {
    throw new BackupRefused('Another backup is running.')
  })
  try {
    const { position, time, log, tables } = await backUp({ backup, logDirectory, sql, eventStore, masterKey })
    const size = [...log, ...tables].reduce((sum, file) => sum + file.size, 0)
    return [
      `Backed up to position ${position}, at ${time}: ${log.length} files of the log and ${tables.length} tables, ${megabytes(size)}. ${megabytes(backup.bytesWritten)} of it is new.`,
      'Keep BACKUP_KEY and MASTER_KEY somewhere else: without them, this backup cannot be read.',
    ].join('\n')
  } finally {
    await Promise.all([eventStore.close(), lease.release()])
  }
}

async function bringBack(): Promise<string> {
  const generations = await backup.generations()
  const name = values.from ?? generations.at(-1)
  if (name === undefined || !generations.includes(name))
    throw new BackupRefused(
      `There is no ${name === undefined ? 'backup' : `backup ${name}`} in ${folder}. There are: ${generations.join(', ') || 'none'}.`,
    )
  const manifest = await backup.manifest(name)
  const { position, time } = manifest
  if (values.verify) {
    await verify(backup, manifest)
    return `The backup ${name} is complete, up to position ${position}, at ${time}.`
  }
  const masterKeys = [masterKey, ...(environment.MASTER_KEY_PREVIOUS ? [environment.MASTER_KEY_PREVIOUS] : [])]
  const options = { backup, manifest, logDirectory, eventStoreUrl, postgresUrl, sql, masterKeys, replace: values.replace }
  const { erasedLater } = await restore(options)
  return [
    `Restored up to position ${position}, at ${time}. Facts after it are lost.`,
    'Start the product. Setup runs, and the projector builds the read models from the log.',
    ...(erasedLater.length > 0
      ? [`${erasedLater.length} keys of people erased after that stay destroyed. When the product runs: npm run account -- erase-again`]
      : []),
    `This folder knows of no erasure after ${generations.at(-1)}. If there were any, erase these people again before anyone signs in.`,
  ].join('\n')
}

try {
  const run = { backup: makeBackup, restore: bringBack }[operation as 'backup' | 'restore'] ?? refuse
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await sql.end({ timeout: 5 })
}
// Otherwise a DNS look-up of the event store's client can keep the process for 20 s.
process.exit()

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { directoryToCopy, eventStoreProgram } from './event-store-program.ts'
import { localEnvironment } from './local-environment.ts'
import { accepts } from './ports.ts'
import { startPostgres } from './postgres.ts'

/** With the settings of `npm start`: a backup while it runs, or a restore while it does not. */
const isRestore = process.argv[2] === 'restore'
const { root, directory, settings, secrets, shared } = localEnvironment()
const { POSTGRES_PORT, EVENTSTORE_PORT } = settings
const { EVENTSTORE_DIRECTORY, POSTGRES_URL } = process.env
const { isStandIn } = eventStoreProgram(settings.EVENTSTORE_SERVER)
const log = EVENTSTORE_DIRECTORY || join(directory, isStandIn ? 'eventstoredb' : 'event-store')

function refuse(): never {
  console.error('The event store does not answer. Start MedicReady first: a backup is made while it runs.')
  process.exit(1)
}

const source = isRestore || EVENTSTORE_DIRECTORY ? log : await directoryToCopy(log, EVENTSTORE_PORT, isStandIn).catch(refuse)
const postgres =
  isRestore && !POSTGRES_URL && !(await accepts('127.0.0.1', POSTGRES_PORT))
    ? await startPostgres({ directory: join(directory, 'postgres'), port: POSTGRES_PORT, password: secrets.POSTGRES_PASSWORD })
    : null
const { status } = spawnSync(process.execPath, [join(root, 'platform/backup/operator.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...shared, EVENTSTORE_DIRECTORY: source },
})
if (source !== log) rmSync(source, { recursive: true })
await postgres?.stop()
process.exit(status ?? 1)

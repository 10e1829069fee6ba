import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { accountOperations } from './accounts/operations.ts'
import { dependenciesOver } from './dependencies.ts'
import { examOperations } from './exams/operations.ts'
import { type Operations, Refused } from './operations.ts'
import { guidelineOperations } from './questions/operations.ts'
import { workerOperations } from './worker/operations.ts'

/** `operator.ts <subject> <operation> <arguments>`: see the npm scripts of these names. */
const subjects: Record<string, Operations> = {
  account: accountOperations,
  exam: examOperations,
  guideline: guidelineOperations,
  worker: workerOperations,
}

const [subject = '', name = '', ...words] = process.argv.slice(2)
const environment = readSettings('EVENTSTORE_URL', 'POSTGRES_URL', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS')
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'operator', max: 1 })
const vault = new Vault(sql, environment.MASTER_KEY, environment.MASTER_KEY_PREVIOUS)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger: createLogger('operator', 'warn') })
try {
  const running = subjects[subject]?.[name]?.run(dependenciesOver({ eventStore, sql, vault }), words)
  if (!running) {
    process.stderr.write(`Usage:\n${usages().join('')}`)
    process.exitCode = 2
  } else process.stdout.write(`${await running}\n`)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
}

// Otherwise a DNS look-up of the event store's client can keep the process for 20 s.
process.exit()

function usages(): string[] {
  const asked = Object.entries(subjects).filter(([known]) => !(subject in subjects) || known === subject)
  return asked.flatMap(([known, operations]) =>
    Object.entries(operations).map(([operation, { usage }]) => `  npm run ${known} -- ${operation} ${usage}\n`),
  )
}

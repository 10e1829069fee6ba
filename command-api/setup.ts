import { PolicyRefused } from '@medicready/domain/legal/policy'
import { systemClock } from '@medicready/platform/clock'
import { readSettings } from '@medicready/platform/environment'
import { EventStore, EventStoreUnavailable } from '@medicready/platform/event-store/event-store'
import { endOnUnsupportedServer } from '@medicready/platform/event-store/supported-server'
import { grantUsers, userPasswordSettings } from '@medicready/platform/event-store/users'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres, isPostgresUnavailable } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import { passwordSettings } from '@medicready/platform/postgres/roles'
import { MasterKeyUnknown } from '@medicready/platform/vault/master-keys'
import { Vault } from '@medicready/platform/vault/vault'
import { ensureAdministrator } from './accounts/change-role.ts'
import { isCommonPassword } from './accounts/passwords.ts'
import { ensureAdministratorsApp } from './accounts/second-factor/change-second-factors.ts'
import { ownContext } from './command-context.ts'
import { dependenciesOver } from './dependencies.ts'
import { publishPolicies } from './legal/policies.ts'
import { bankDirectory, bankOffersWait, loadBank, readBank } from './questions/load-bank.ts'

/** SQLSTATE class 28: invalid authorization. */
const isRefusedByPostgres = (error: Error): boolean => 'code' in error && typeof error.code === 'string' && error.code.startsWith('28')
/** The unauthenticated status of gRPC, and the client's version of it. */
const isRefusedByEventStore = (error: Error): boolean =>
  ('code' in error && error.code === 16) || ('type' in error && error.type === 'access-denied')

function setupFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof PolicyRefused) return error.message
  if (error instanceof MasterKeyUnknown)
    return 'MASTER_KEY is not the key that this data was encrypted with. Set the previous key or, to rotate it, set the previous key as MASTER_KEY_PREVIOUS.'
  if (isRefusedByPostgres(error))
    return `PostgreSQL rejected the sign-in: ${error.message}. Use the password in .env that the database was created with.`
  if (isRefusedByEventStore(error))
    return 'The event store rejected the sign-in. Set EVENTSTORE_PASSWORD to the password that its data was created with.'
  if (isPostgresUnavailable(error)) return `PostgreSQL does not answer: ${error.message}`
  return error instanceof EventStoreUnavailable ? 'The event store does not answer.' : null
}

/** Runs before the services start, and can be repeated at any time. */
const environment = readSettings(
  'LOG_LEVEL',
  'PUBLIC_URL',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  ...Object.values(passwordSettings),
  ...Object.values(userPasswordSettings),
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_TOTP_SECRET',
  'PASSWORD_MEMORY_KIB',
  'BANK_DIRECTORY',
)

if (Boolean(environment.ADMIN_EMAIL) !== Boolean(environment.ADMIN_PASSWORD)) {
  process.stderr.write('ADMIN_EMAIL and ADMIN_PASSWORD go together. Set both or neither.\n')
  process.exit(1)
}
if (environment.ADMIN_TOTP_SECRET && !environment.ADMIN_EMAIL) {
  process.stderr.write('ADMIN_TOTP_SECRET needs ADMIN_EMAIL. Set both.\n')
  process.exit(1)
}

const logger = createLogger('setup', environment.LOG_LEVEL)
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'setup' })
const vault = new Vault(sql, environment.MASTER_KEY, environment.MASTER_KEY_PREVIOUS)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
const deps = dependenciesOver({ eventStore, sql, vault, passwordMemoryKib: environment.PASSWORD_MEMORY_KIB })
try {
  const migrations = await migrate(environment.POSTGRES_URL, {
    'command-api': environment.COMMAND_API_POSTGRES_PASSWORD,
    worker: environment.WORKER_POSTGRES_PASSWORD,
    projector: environment.PROJECTOR_POSTGRES_PASSWORD,
    'read-api': environment.READ_API_POSTGRES_PASSWORD,
  })
  logger.info({ migrations }, 'migrated')
  // Fails here if the data was sealed with another master key.
  await vault.purposeKey('email')
  await endOnUnsupportedServer(eventStore, logger)
  const users = {
    'command-api': environment.COMMAND_API_EVENTSTORE_PASSWORD,
    worker: environment.WORKER_EVENTSTORE_PASSWORD,
    projector: environment.PROJECTOR_EVENTSTORE_PASSWORD,
  }
  await grantUsers(environment.EVENTSTORE_URL, users, logger)
  if (environment.ADMIN_EMAIL && environment.ADMIN_PASSWORD) {
    const admin = { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD }
    if (isCommonPassword(environment.ADMIN_PASSWORD)) logger.warn('ADMIN_PASSWORD is a commonly guessed password')
    const account = await ensureAdministrator(deps, admin, ownContext('setup', systemClock))
    if (environment.ADMIN_TOTP_SECRET) {
      const app = { userId: account.userId, secret: environment.ADMIN_TOTP_SECRET }
      await ensureAdministratorsApp(deps, app, ownContext('setup', systemClock))
    }
    logger.info('the administrator has an account')
  }
  const policies = await publishPolicies(deps, ownContext('setup', systemClock))
  logger.info(policies, 'published the policies')
  const bank = await loadBank(deps, await readBank(environment.BANK_DIRECTORY ?? bankDirectory), ownContext('bank', systemClock))
  logger.info(bank, 'loaded the question bank')
  if (bank.waiting > 0) logger.warn(bankOffersWait(bank.waiting))
} catch (error) {
  const cause = setupFailure(error)
  if (cause === null) throw error
  logger.fatal(cause)
  process.exitCode = 1
} finally {
  await Promise.all([eventStore.close(), sql.end({ timeout: 5 })])
}
// Otherwise a DNS look-up of the event store's client can keep the process for 20 s.
process.exit()

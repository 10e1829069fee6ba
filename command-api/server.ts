import { systemClock } from '@medicready/platform/clock'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { endOnUnsupportedServer } from '@medicready/platform/event-store/supported-server'
import { drainOnClose } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { mailEventSourcesWith } from '@medicready/platform/mail-events/mail-events'
import { Payments } from '@medicready/platform/payments/payments'
import { connectPgPool, connectPostgres } from '@medicready/platform/postgres/connection'
import { startTracing } from '@medicready/platform/tracing'
import { Vault } from '@medicready/platform/vault/vault'
import { buildCommandApi } from './application.ts'

const environment = readSettings(
  'SERVICE_HOST',
  'EDGE_ADDRESSES',
  'CALLS_PER_MINUTE',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUBLIC_URL',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'SESSION_SECRET',
  'ATTEMPTS_PER_NETWORK',
  'ATTEMPTS_OVERALL',
  'PASSWORD_MEMORY_KIB',
  'PUSH_SERVICE_URL',
  'EXPORT_DIRECTORY',
  'SES_TOPIC_ARN',
  'POSTMARK_WEBHOOK_LOGIN',
  'SENDGRID_WEBHOOK_KEY',
  'MAILGUN_SIGNING_KEY',
  'COMMAND_API_PORT',
)

const logger = createLogger('command-api', environment.LOG_LEVEL)
await startTracing('command-api', environment.OTEL_EXPORTER_OTLP_ENDPOINT)
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'command-api' })
const sessionPool = connectPgPool(environment.POSTGRES_URL, { name: 'command-api sessions' }, logger)
const vault = new Vault(sql, environment.MASTER_KEY, environment.MASTER_KEY_PREVIOUS)
vault.start()
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
void endOnUnsupportedServer(eventStore, logger)

const app = await buildCommandApi({
  sql,
  sessionPool,
  eventStore,
  vault,
  logger,
  edgeAddresses: environment.EDGE_ADDRESSES,
  callsPerMinute: environment.CALLS_PER_MINUTE,
  clock: systemClock,
  payments: new Payments(environment),
  mailEventSources: mailEventSourcesWith(environment),
  pushServiceUrl: environment.PUSH_SERVICE_URL,
  exportDirectory: environment.EXPORT_DIRECTORY,
  publicUrl: environment.PUBLIC_URL,
  sessionSecret: environment.SESSION_SECRET,
  passwordMemoryKib: environment.PASSWORD_MEMORY_KIB,
  attemptLimits: { perNetwork: environment.ATTEMPTS_PER_NETWORK, overall: environment.ATTEMPTS_OVERALL },
})
drainOnClose(app)
closeOnSignal(logger, async () => {
  await app.close()
  await vault.stop()
  await Promise.all([sql.end({ timeout: 5 }), sessionPool.end(), eventStore.close()])
})
await app.listen({ host: environment.SERVICE_HOST, port: environment.COMMAND_API_PORT })
logger.info({ port: environment.COMMAND_API_PORT }, 'ready')

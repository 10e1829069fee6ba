import { systemClock } from '@medicready/platform/clock'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { endOnUnsupportedServer } from '@medicready/platform/event-store/supported-server'
import { createServer } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { Mailer, Pace } from '@medicready/platform/mail/mailer'
import { measureStores } from '@medicready/platform/monitoring/gauge'
import { Payments } from '@medicready/platform/payments/payments'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { PushSender } from '@medicready/platform/push/push-sender'
import { startTracing } from '@medicready/platform/tracing'
import { Vault } from '@medicready/platform/vault/vault'
import { dependenciesOver } from './dependencies.ts'
import { jobs, reactions } from './processes.ts'
import { authoringWith } from './questions/authoring/authoring.ts'
import { healthOf, showWorker } from './worker/health.ts'
import { runJobs } from './worker/jobs.ts'
import { runReactions } from './worker/reactions.ts'

const environment = readSettings(
  'SERVICE_HOST',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUBLIC_URL',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'SMTP_URL',
  'MAIL_FROM',
  'POSTAL_ADDRESS',
  'REMINDERS_PER_SECOND',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'PUSH_SERVICE_URL',
  'WORKER_PORT',
  'READ_API_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_INPUT_PRICE',
  'OPENAI_OUTPUT_PRICE',
  'OPENAI_DAILY_CALLS',
  'OPENAI_DAILY_DOLLARS',
  'OPENAI_TIMEOUT_SECONDS',
)

const logger = createLogger('worker', environment.LOG_LEVEL)
await startTracing('worker', environment.OTEL_EXPORTER_OTLP_ENDPOINT)
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'worker', max: 4 })
const vault = new Vault(sql, environment.MASTER_KEY, environment.MASTER_KEY_PREVIOUS)
vault.start()
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
void endOnUnsupportedServer(eventStore, logger)
const publicUrl = environment.PUBLIC_URL
const mailer = new Mailer({ smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM, publicUrl })
const reminderPace = new Pace(environment.REMINDERS_PER_SECOND)
const postalAddress = environment.POSTAL_ADDRESS ?? null
const pushes = new PushSender({ vault, contact: mailer.address, ownService: environment.PUSH_SERVICE_URL })
const payments = new Payments(environment)
const deps = dependenciesOver({ eventStore, sql, vault })

const stopping = new AbortController()
let isActive = false

const app = await createServer({
  name: 'worker',
  logger,
  readiness: async () => {
    return { ready: true, active: isActive, generator: authoring?.describe() ?? null, ...(await health()) }
  },
})
const health = async () => healthOf({ reactions, jobs }, sql, eventStore)
measureStores(app.metrics, { 'event store': () => eventStore.head(), postgres: () => sql`SELECT 1` })
showWorker(app.metrics, { isActive: () => isActive, health })
const authoring = authoringWith({ settings: environment, sql, commands: deps.commands, metrics: app.metrics, clock: systemClock, logger })

async function work(): Promise<void> {
  while (!stopping.signal.aborted) {
    const lease = await waitForLease({ url: environment.POSTGRES_URL, name: 'worker', logger }, stopping.signal)
    isActive = true
    logger.info('took the lease')
    const signal = AbortSignal.any([stopping.signal, lease.lost])
    const outside = { mailer, payments, pushes, publicUrl, reminderPace, postalAddress, authoring, readApiUrl: environment.READ_API_URL }
    const workerDeps = { ...deps, ...outside, clock: systemClock, logger, signal }
    try {
      await Promise.all([
        runReactions({ reactions, deps: workerDeps, eventStore, sql, logger, signal }),
        runJobs({ jobs, deps: workerDeps, sql, logger, signal }),
      ])
    } finally {
      await authoring?.topUp.idle()
      isActive = false
      await lease.release()
    }
  }
}

const working = work().catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
})
closeOnSignal(logger, async () => {
  stopping.abort()
  await app.close()
  await working
  mailer.close()
  pushes.close()
  await vault.stop()
  await Promise.all([sql.end({ timeout: 5 }), eventStore.close()])
})
await app.listen({ host: environment.SERVICE_HOST, port: environment.WORKER_PORT })
logger.info({ port: environment.WORKER_PORT }, 'ready')

import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { endOnUnsupportedServer } from '@medicready/platform/event-store/supported-server'
import { createServer } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { Mailer } from '@medicready/platform/mail/mailer'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { Vault } from '@medicready/platform/vault/vault'
import { schedule } from 'node-cron'
import { accountMails } from './accounts/account-mails.ts'
import { VerificationTokens } from './accounts/verification-tokens.ts'
import { systemClock } from './command-context.ts'
import { Commands } from './commands.ts'
import { generationService } from './questions/authoring/service.ts'
import { actOnStatistics } from './questions/statistics-job.ts'
import { react } from './reactions.ts'
import { endBrokenStreaks } from './study/streak-job.ts'

const environment = readSettings(
  'HOST',
  'LOG_LEVEL',
  'PUBLIC_URL',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'MASTER_KEY',
  'WORKER_PORT',
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
const sql = connectPostgres(environment.POSTGRES_URL, { name: 'worker', max: 4 })
const vault = new Vault(sql, environment.MASTER_KEY)
const eventStore = new EventStore({ url: environment.EVENTSTORE_URL, vault, logger })
void endOnUnsupportedServer(eventStore, logger)
const commands = new Commands(eventStore)
const publicUrl = environment.PUBLIC_URL
const mailer = new Mailer({ smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM, publicUrl })
const clock = systemClock
const reactions = accountMails({ commands, tokens: new VerificationTokens(sql, vault), mailer, clock, logger, publicUrl })

const stopping = new AbortController()
let isActive = false

/** One worker works, the others wait for its lease. */
async function work(): Promise<void> {
  while (!stopping.signal.aborted) {
    const lease = await waitForLease({ url: environment.POSTGRES_URL, name: 'worker', logger }, stopping.signal)
    isActive = true
    logger.info('took the lease')
    const signal = AbortSignal.any([stopping.signal, lease.lost])
    // Every hour at five past: somewhere a calendar day has ended.
    const streaks = schedule('5 * * * *', () =>
      endBrokenStreaks({ sql, commands, clock }, signal).then(
        (ended) => logger.info({ ended }, 'ended broken streaks'),
        (error: unknown) => logger.warn({ err: error }, 'the streak job failed; the next hour tries again'),
      ),
    )
    const statistics = schedule('*/10 * * * *', () =>
      actOnStatistics({ sql, commands, clock }, signal).then(
        (done) => logger.info(done, 'acted on the statistics of questions'),
        (error: unknown) => logger.warn({ err: error }, 'the statistics job failed; the next run tries again'),
      ),
    )
    try {
      await Promise.all([react({ name: 'mails', reactions, eventStore, sql, logger, signal }), generation.work(signal)])
    } finally {
      isActive = false
      await Promise.all([streaks.destroy(), statistics.destroy()])
      await lease.release()
    }
  }
}

const app = await createServer({
  name: 'worker',
  logger,
  readiness: async () => {
    await Promise.all([sql`SELECT 1`, eventStore.head()])
    return { ready: true, active: isActive, generation: generation.describe() }
  },
})
const generation = generationService({ settings: environment, sql, commands, eventStore, metrics: app.metrics, clock, logger })
const working = work().catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
})
closeOnSignal(logger, async () => {
  stopping.abort()
  await app.close()
  await working
  mailer.close()
  await Promise.all([sql.end({ timeout: 5 }), eventStore.close()])
})
await app.listen({ host: environment.HOST, port: environment.WORKER_PORT })
logger.info({ port: environment.WORKER_PORT }, 'ready')

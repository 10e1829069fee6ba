import { readSettings } from '@medicready/platform/environment'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { buildReadApi } from './application.ts'
import { systemClock } from './reading.ts'

const environment = readSettings('HOST', 'LOG_LEVEL', 'POSTGRES_URL', 'SESSION_SECRET', 'READ_API_PORT', 'WORKER_URL')

const logger = createLogger('read-api', environment.LOG_LEVEL)
const sql = connectPostgres(environment.POSTGRES_URL, {
  name: 'read-api',
  // Few connections: point reads that arrive together share a round trip, and Postgres fewer processes.
  max: 4,
  // Every read goes by an index, whoever asks: planning each anew would cost Postgres as much as answering it.
  parameters: { plan_cache_mode: 'force_generic_plan' },
})
const app = await buildReadApi({
  sql,
  logger,
  clock: systemClock,
  sessionSecret: environment.SESSION_SECRET,
  workerUrl: environment.WORKER_URL,
})
closeOnSignal(logger, async () => {
  await app.close()
  await sql.end({ timeout: 5 })
})
await app.listen({ host: environment.HOST, port: environment.READ_API_PORT })
logger.info({ port: environment.READ_API_PORT }, 'ready')

import { systemClock } from '@medicready/platform/clock'
import { readSettings } from '@medicready/platform/environment'
import { drainOnClose } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres, planOnce } from '@medicready/platform/postgres/connection'
import { startTracing } from '@medicready/platform/tracing'
import { buildReadApi } from './application.ts'

const environment = readSettings(
  'SERVICE_HOST',
  'EDGE_ADDRESSES',
  'CALLS_PER_MINUTE',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUBLIC_URL',
  'POSTGRES_URL',
  'READ_POSTGRES_URL',
  'SESSION_SECRET',
  'READ_API_PORT',
  'WORKER_URL',
  'PROJECTOR_URL',
  'COMMAND_API_URL',
  'EDGE_HEALTH_URL',
)

const logger = createLogger('read-api', environment.LOG_LEVEL)
await startTracing('read-api', environment.OTEL_EXPORTER_OTLP_ENDPOINT)
// Few connections: concurrent point reads share a round trip, and Postgres needs fewer processes.
const connect = (url: string) => connectPostgres(url, { name: 'read-api', max: 4, parameters: planOnce })
const sql = connect(environment.POSTGRES_URL)
const replica = environment.READ_POSTGRES_URL ? connect(environment.READ_POSTGRES_URL) : null
const app = await buildReadApi({
  sql,
  replica,
  logger,
  edgeAddresses: environment.EDGE_ADDRESSES,
  callsPerMinute: environment.CALLS_PER_MINUTE,
  clock: systemClock,
  sessionSecret: environment.SESSION_SECRET,
  publicUrl: environment.PUBLIC_URL,
  serviceUrls: {
    edge: environment.EDGE_HEALTH_URL,
    'command-api': environment.COMMAND_API_URL,
    projector: environment.PROJECTOR_URL,
    worker: environment.WORKER_URL,
  },
})
drainOnClose(app)
closeOnSignal(logger, async () => {
  await app.close()
  await Promise.all([sql, replica].map((one) => one?.end({ timeout: 5 })))
})
await app.listen({ host: environment.SERVICE_HOST, port: environment.READ_API_PORT })
logger.info({ port: environment.READ_API_PORT }, 'ready')

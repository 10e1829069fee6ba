import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSettings } from '@medicready/platform/environment'
import { drainOnClose } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { startTracing } from '@medicready/platform/tracing'
import { buildEdge, buildEdgeHealth } from './edge-application.ts'
import { builtFile } from './edge-pages.ts'

const environment = readSettings(
  'HOST',
  'SERVICE_HOST',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PUBLIC_URL',
  'EDGE_PORT',
  'EDGE_HEALTH_PORT',
  'COMMAND_API_URL',
  'READ_API_URL',
  'TRUSTED_PROXIES',
  'SESSION_SECRET',
  'CALLS_PER_MINUTE',
)

const logger = createLogger('edge', environment.LOG_LEVEL)
await startTracing('edge', environment.OTEL_EXPORTER_OTLP_ENDPOINT)
const dist = join(import.meta.dirname, 'dist')
const app = await buildEdge({
  dist,
  plain: await import(pathToFileURL(builtFile(dist, '.pages/plain-pages.js')).href),
  commandApiUrl: environment.COMMAND_API_URL,
  readApiUrl: environment.READ_API_URL,
  publicUrl: environment.PUBLIC_URL,
  trustedProxies: environment.TRUSTED_PROXIES,
  sessionSecret: environment.SESSION_SECRET,
  pagesPerMinute: environment.CALLS_PER_MINUTE,
  logger,
})
const health = await buildEdgeHealth(app, logger)
drainOnClose(app)
closeOnSignal(logger, async () => {
  await Promise.all([app.close(), health.close()])
})
await app.listen({ host: environment.HOST, port: environment.EDGE_PORT })
await health.listen({ host: environment.SERVICE_HOST, port: environment.EDGE_HEALTH_PORT })
logger.info({ port: environment.EDGE_PORT }, 'ready')

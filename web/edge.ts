import { join } from 'node:path'
import { readSettings } from '@medicready/platform/environment'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { buildEdge } from './edge-application.ts'

const environment = readSettings('HOST', 'LOG_LEVEL', 'EDGE_PORT', 'COMMAND_API_URL', 'READ_API_URL')

const logger = createLogger('edge', environment.LOG_LEVEL)
const app = await buildEdge({
  dist: join(import.meta.dirname, 'dist'),
  commandApiUrl: environment.COMMAND_API_URL,
  readApiUrl: environment.READ_API_URL,
  logger,
})
closeOnSignal(logger, () => app.close())
await app.listen({ host: environment.HOST, port: environment.EDGE_PORT })
logger.info({ port: environment.EDGE_PORT }, 'ready')

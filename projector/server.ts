import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { endOnUnsupportedServer } from '@medicready/platform/event-store/supported-server'
import { createServer } from '@medicready/platform/http/server'
import { closeOnSignal } from '@medicready/platform/lifetime'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { startTracing } from '@medicready/platform/tracing'
import { Vault } from '@medicready/platform/vault/vault'
import { Projector } from './engine/projector.ts'
import { projectorSession } from './engine/projector-session.ts'
import { registerHealth } from './health.ts'
import { readModels } from './read-models/all.ts'

const {
  SERVICE_HOST,
  PROJECTOR_PORT,
  LOG_LEVEL,
  OTEL_EXPORTER_OTLP_ENDPOINT,
  EVENTSTORE_URL,
  POSTGRES_URL,
  MASTER_KEY,
  MASTER_KEY_PREVIOUS,
} = readSettings(
  'SERVICE_HOST',
  'PROJECTOR_PORT',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'EVENTSTORE_URL',
  'POSTGRES_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
)

const logger = createLogger('projector', LOG_LEVEL)
await startTracing('projector', OTEL_EXPORTER_OTLP_ENDPOINT)
const sql = connectPostgres(POSTGRES_URL, projectorSession('projector'))
const vault = new Vault(sql, MASTER_KEY, MASTER_KEY_PREVIOUS)
vault.start()
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault, logger })
void endOnUnsupportedServer(eventStore, logger)
const projector = new Projector({ postgresUrl: POSTGRES_URL, sql, eventStore, readModels, logger })

const app = await createServer({ name: 'projector', logger, readiness: () => health.readiness() })
const health = registerHealth(app, { projector, eventStore, sql })
closeOnSignal(logger, async () => {
  await app.close()
  await projector.stop()
  await Promise.all([eventStore.close(), vault.stop()])
  await sql.end({ timeout: 5 })
})
projector.start()
await app.listen({ host: SERVICE_HOST, port: PROJECTOR_PORT })
logger.info({ port: PROJECTOR_PORT }, 'listening')

import { join } from 'node:path'
import { readEnvironment } from '@medicready/platform/environment'
import { localSettings } from './local-settings.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** Exits with code 1 when the server ends, so that a supervisor restarts it. */
const { POSTGRES_PORT, POSTGRES_PASSWORD, DATA_DIR } = readEnvironment(localSettings)

// While starting, too: exiting at once would leave the server behind.
let server: Postgres | undefined
let stopping = false
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(name, () => {
    stopping = true
    void server?.stop()
  })
}

try {
  server = await startPostgres({
    directory: join(DATA_DIR, 'postgres'),
    port: POSTGRES_PORT,
    ...(POSTGRES_PASSWORD && { password: POSTGRES_PASSWORD }),
    // Two of each service need more than the server's own 100.
    settings: { max_connections: '200' },
    log: (line) => console.log(line),
  })
  if (stopping) await server.stop()
  await server.exited
  process.exit(stopping ? 0 : 1)
} catch (error) {
  console.error(`PostgreSQL cannot start: ${(error as Error).message}`)
  process.exit(1)
}

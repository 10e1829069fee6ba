import { join } from 'node:path'
import { readEnvironment } from '../environment.ts'
import { localSettings } from './local-settings.ts'
import { startPostgres } from './postgres.ts'

/**
 * PostgreSQL as a process among the others: data in DATA_DIR/postgres, on POSTGRES_PORT of 127.0.0.1.
 * Ends with code 1 when the server ends, so that whoever supervises it starts it again.
 */
const { POSTGRES_PORT, POSTGRES_PASSWORD, DATA_DIR } = readEnvironment({
  POSTGRES_PORT: localSettings.POSTGRES_PORT,
  POSTGRES_PASSWORD: localSettings.POSTGRES_PASSWORD,
  DATA_DIR: localSettings.DATA_DIR,
})

const log = (line: string) => console.log(line)
try {
  const server = await startPostgres({
    directory: join(DATA_DIR, 'postgres'),
    port: POSTGRES_PORT,
    ...(POSTGRES_PASSWORD && { password: POSTGRES_PASSWORD }),
    log,
  })
  let stopping = false
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(name, () => {
      stopping = true
      void server.stop()
    })
  }
  await server.exited
  process.exit(stopping ? 0 : 1)
} catch (error) {
  console.error(`PostgreSQL cannot start: ${(error as Error).message}`)
  process.exit(1)
}

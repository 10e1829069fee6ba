/**
 * A local push service: takes pushes (RFC 8030), verifies senders (RFC 8292), decrypts (RFC 8291), and shows them at
 * `GET /messages`. `POST /devices/{id}/behaviour` has the next pushes fail or wait.
 */
import { readEnvironment } from '@medicready/platform/environment'
import { localSettings } from '../local-settings.ts'
import { startPushService } from './start.ts'

const { PUSH_PORT } = readEnvironment({ PUSH_PORT: localSettings.PUSH_PORT })

try {
  const service = await startPushService({ port: PUSH_PORT ?? 0 })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void service.close().then(() => process.exit(0)))
  console.log(`The push service is ready at ${service.url}`)
} catch (error) {
  console.error(`The push service cannot start: ${String(error)}`)
  process.exit(1)
}

/**
 * A push service on one machine, in the place of those of browsers: it takes pushes as RFC 8030 has it, looks whose
 * they are (VAPID, RFC 8292), opens them with the keys of the device that they are for (RFC 8291), and shows them.
 *
 * `POST /devices` answers a subscription as a browser's, for `POST /api/push/subscribe` of the product; what arrives
 * for it stands at `GET /messages`. `POST /devices/{id}/behaviour` with `{ status, milliseconds, times }` has the next
 * pushes answered otherwise: 410, 429, 503, slowly; `DELETE /devices/{id}` takes its address away. It keeps nothing
 * when it ends.
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

/** Takes pushes (RFC 8030), verifies senders (RFC 8292), and shows the decrypted at `GET /messages`. */
import { readEnvironment } from '@medicready/platform/environment'
import { localSettings } from '../local-settings.ts'
import { startPushService } from './start.ts'

const { PUSH_PORT } = readEnvironment(localSettings)

try {
  const service = await startPushService({ port: PUSH_PORT ?? 0 })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void service.close().then(() => process.exit(0)))
  console.log(`The push service is ready at ${service.url}`)
} catch (error) {
  console.error(`The push service cannot start: ${String(error)}`)
  process.exit(1)
}

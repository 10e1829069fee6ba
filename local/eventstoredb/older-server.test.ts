import { spawn } from 'node:child_process'
import { once } from 'node:events'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { Server } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { openPort } from './start.ts'

const platform = (file: string) => new URL(`../../platform/${file}`, import.meta.url).href

/** As each service does when it starts. */
async function start(port: number) {
  const script = `
    import { EventStore } from '${platform('event-store/event-store.ts')}'
    import { endOnUnsupportedServer } from '${platform('event-store/supported-server.ts')}'
    import { createLogger } from '${platform('logger.ts')}'
    const logger = createLogger('service', 'info')
    const eventStore = new EventStore({ url: 'esdb://127.0.0.1:${port}?tls=false', vault: {}, logger })
    await endOnUnsupportedServer(eventStore, logger)
    process.exit(0)`
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], said] = await Promise.all([once(service, 'close'), service.stdout.toArray()])
  return { code, said: Buffer.concat(said).toString() }
}

test.each([
  ['21.10.9', 1],
  ['22.6.0', 0],
])('a service that finds version %s of the event store exits with code %i', async (version, expected) => {
  const grpc = new Server()
  const opened = await openPort(grpc, '127.0.0.1', 0)
  grpc.addService(serverFeatures.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, callback: (error: null, answer: unknown) => void) =>
      callback(null, new features.SupportedMethods().setEventStoreServerVersion(version)),
  })
  const { code, said } = await start(opened.port)
  expect(code).toBe(expected)
  const lines = said.trim() === '' ? [] : said.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
    expected === 0 ? [] : ['The event store is EventStoreDB 21.10.9; 22.6 or newer is needed.'],
  )
  grpc.forceShutdown()
  opened.close()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStore } from '../local/eventstoredb/server.ts'

export type TestEventStore = {
  /** The connection string for the client. */
  url: string
  port: number
  close(): Promise<void>
}

/** An event store of the test file's own, over the wire, with nothing in it. */
export async function startTestEventStore(): Promise<TestEventStore> {
  const directory = await mkdtemp(join(tmpdir(), 'medicready-events-'))
  const { port, close } = await startEventStore({ host: '127.0.0.1', port: 0, directory })
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    async close() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { hiddenVariables, isNodeReady } from '../event-store/server-process.ts'
import { freePort } from './free-port.ts'
import { startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The event store program with its first arguments; it takes a data directory and a port. */
    eventStoreServer: string[]
    eventStoreIsStandIn: boolean
    /** The module that starts the stand-in, if that is the event store. */
    eventStoreStandIn: string | null
  }
}

export interface TestEventStore {
  readonly url: string
  readonly port: number
  /** Of its files. */
  readonly directory: string
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

interface StandIn {
  startEventStore(at: { port: number; host: string; directory: string }): Promise<{ port: number; close(): Promise<void> }>
}

/** For tests that never stop it: the stand-in runs in this process, without the second that another one costs. */
export async function startSteadyEventStore(): Promise<Pick<TestEventStore, 'url' | 'close'>> {
  const standIn = inject('eventStoreStandIn')
  if (!standIn) return startTestEventStore()
  const directory = await mkdtemp(join(tmpdir(), 'medicready-events-'))
  const { startEventStore }: StandIn = await import(standIn)
  const { port, close } = await startEventStore({ port: 0, host: '127.0.0.1', directory })
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    async close() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export async function startTestEventStore(): Promise<TestEventStore> {
  const directory = await mkdtemp(join(tmpdir(), 'medicready-events-'))
  const port = await freePort()
  const command = [...inject('eventStoreServer'), directory, String(port)]
  const start = () => startProgram(command, hiddenVariables(process.env), () => isNodeReady(port))
  let server = await start()
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    directory,
    signal: (signal) => server.signal(signal),
    async stop() {
      await server.end()
    },
    async restart() {
      server = await start()
    },
    async close() {
      await server.end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

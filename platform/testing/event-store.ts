import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { hiddenVariables, isNodeReady } from '../event-store/server-process.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The event store program with its first arguments; it takes a data directory and a port. */
    eventStoreServer: string[]
    eventStoreIsStandIn: boolean
  }
}

export interface TestEventStore {
  readonly url: string
  readonly port: number
  signal(signal: NodeJS.Signals): void
  /** Keeps the log. */
  stop(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const READY_MILLISECONDS = 30_000

export async function startTestEventStore(): Promise<TestEventStore> {
  const [program = '', ...firstArguments] = inject('eventStoreServer')
  const directory = await mkdtemp(join(tmpdir(), 'medicready-events-'))
  const port = await freePort()
  let server: ChildProcess

  async function start() {
    server = spawn(program, [...firstArguments, directory, String(port)], {
      env: { ...process.env, ...hiddenVariables(process.env) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const deadline = Date.now() + READY_MILLISECONDS
    while (!(await isNodeReady(port))) {
      if (server.exitCode !== null) throw new Error(`The event store ended with code ${server.exitCode}.`)
      if (Date.now() > deadline) throw new Error('The event store was not ready in time.')
      await sleep(20)
    }
  }

  async function end(signal: NodeJS.Signals) {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    signal: (signal) => void server.kill(signal),
    stop: () => end('SIGTERM'),
    restart: start,
    async close() {
      await end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'

import { collect } from './testing/collect.ts'

/** Words, codes and ends that a given server has otherwise. */
const standInAlone = describe.runIf(inject('eventStoreIsStandIn'))

let dataDirectory: string
let processes: ChildProcess[]
let clients: EventStoreDBClient[]
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'medicready-events-'))
  processes = []
  clients = []
})
afterEach(async () => {
  for (const client of clients) await client.dispose()
  for (const child of processes) await kill(child, 'SIGKILL')
  await rm(dataDirectory, { recursive: true, force: true })
})

/** The server as a process of its own, as the launcher starts it. */
function launch(port = 0, directory = dataDirectory) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), directory, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    output.stdout += text
  })
  child.stderr.on('data', (text) => {
    output.stderr += text
  })
  return { child, output }
}

async function launched(port?: number) {
  const { child, output } = launch(port)
  await vi.waitFor(() => expect(output.stdout).toContain('ready'), 60_000)
  const address = /esdb:\/\/\S+:(\d+)\?tls=false/.exec(output.stdout)
  if (address === null) throw new Error(output.stdout)
  return { child, output, url: address[0], port: Number(address[1]) }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

function connect(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  clients.push(client)
  return client
}

const happened = (n: number) => jsonEvent({ type: 'Happened', data: { n } })

standInAlone('the stand-in alone: after kill -9', () => {
  it('all acknowledged events are there once, and appends whose response was lost can be repeated', async () => {
    const acknowledged = new Map<string, number>()
    for (let round = 0; round < 3; round++) {
      const { child, url } = await launched()
      const client = connect(url)
      await collect(client.readAll({ maxCount: 1 }))
      let running = true
      const unanswered: { stream: string; event: ReturnType<typeof happened>; expected: number }[] = []
      const writers = Array.from({ length: 16 }, async (_, writer) => {
        const stream = `writer-${writer}`
        while (running) {
          const expected = (acknowledged.get(stream) ?? 0) - 1
          const event = happened(expected + 1)
          try {
            await client.appendToStream(stream, event, { expectedRevision: expected < 0 ? 'no_stream' : BigInt(expected) })
            acknowledged.set(stream, expected + 2)
          } catch {
            unanswered.push({ stream, event, expected })
            return
          }
        }
      })
      await vi.waitFor(() => expect([...acknowledged.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(500 * (round + 1)), 60_000)
      await kill(child, 'SIGKILL')
      running = false
      await Promise.all(writers)

      const restarted = await launched()
      const again = connect(restarted.url)
      for (const { stream, event, expected } of unanswered) {
        await again.appendToStream(stream, event, { expectedRevision: expected < 0 ? 'no_stream' : BigInt(expected) })
        acknowledged.set(stream, expected + 2)
      }
      for (const [stream, count] of acknowledged) {
        const read = await collect(again.readStream<ReturnType<typeof happened>>(stream))
        expect(read.map(({ event }) => event?.data.n)).toEqual(Array.from({ length: count }, (_, n) => n))
      }
      await kill(restarted.child, 'SIGKILL')
    }
  })

  it('positions, revisions, metadata, and tombstones continue where they were', async () => {
    const first = await launched()
    const client = connect(first.url)
    const before = await client.appendToStream('stream', [happened(0), happened(1), happened(2)])
    await client.setStreamMetadata('stream', { maxCount: 2 })
    await client.tombstoneStream('gone')
    await kill(first.child, 'SIGKILL')

    const again = connect((await launched()).url)
    const after = await again.appendToStream('stream', happened(3), { expectedRevision: 2n })
    expect(after.position?.commit).toBeGreaterThan(before.position?.commit ?? 0n)
    expect((await collect(again.readStream('stream'))).map(({ event }) => event?.revision)).toEqual([2n, 3n])
    await expect(again.appendToStream('gone', happened(0))).rejects.toMatchObject({ type: 'stream-deleted' })
  })
})

standInAlone('the stand-in alone: over HTTP', () => {
  it('reports liveness, leadership, and the cluster on the same port', async () => {
    const { port } = await launched()
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect(await (await ask('/info')).json()).toMatchObject({ esVersion: '24.10.4', state: 'leader' })
    expect((await ask('/health/live')).status).toBe(204)
    const { members } = (await (await ask('/gossip')).json()) as { members: unknown[] }
    expect(members).toMatchObject([{ state: 'Leader', isAlive: true, httpEndPointIp: '127.0.0.1', httpEndPointPort: port }])
    expect((await ask('/web')).status).toBe(404)
  })
})

standInAlone('the stand-in alone: stopping', () => {
  it('ends calls of subscribers and writers with the status that makes them reconnect, and exits with 0', async () => {
    const { child, url, port } = await launched()
    const client = connect(url)
    await client.appendToStream('stream', happened(0))
    const subscription = client.subscribeToAll()
    const ended = new Promise((resolve) => subscription.once('error', resolve))
    await new Promise((resolve) => subscription.on('data', () => {}).once('caughtUp', resolve))
    await kill(child, 'SIGTERM')
    expect(await ended).toBeInstanceOf(UnavailableError)
    expect(child.exitCode).toBe(0)

    await launched(port)
    // The same client finds the new server on its own.
    await vi.waitFor(() => client.appendToStream('stream', happened(1), { expectedRevision: 0n }), 60_000)
  })

  it('responds to the appends it accepted', async () => {
    const { child, url } = await launched()
    const client = connect(url)
    await client.appendToStream('stream', happened(0))
    const credentials = { username: 'anyone', password: 'anything' }
    const outcomes = Array.from({ length: 400 }, (_, n) =>
      client.appendToStream(`stream-${n}`, happened(n), n % 2 === 0 ? {} : { credentials }).then(
        () => 'appended' as const,
        (error: unknown) => error,
      ),
    )
    await Promise.race(outcomes)
    await kill(child, 'SIGTERM')
    const settled = await Promise.all(outcomes)
    const failures = settled.filter((outcome) => outcome !== 'appended')
    for (const failure of failures) {
      expect(failure instanceof UnavailableError || String(failure).includes('14 UNAVAILABLE')).toBe(true)
    }

    const again = connect((await launched()).url)
    for (const [n, outcome] of settled.entries()) {
      if (outcome === 'appended') expect(await collect(again.readStream(`stream-${n}`))).toHaveLength(1)
    }
  })
})

standInAlone('the stand-in alone: starting', () => {
  it('names the setting when the port is taken', async () => {
    const { port } = await launched()
    const other = await mkdtemp(join(tmpdir(), 'medicready-events-'))
    const { child, output } = launch(port, other)
    const [code] = await once(child, 'close')
    await rm(other, { recursive: true })
    expect(code).toBe(1)
    expect(output.stderr).toBe(`The event store cannot start: port ${port} on 127.0.0.1 is taken. Set EVENTSTORE_PORT to another one.\n`)
  })

  it('names the setting when another process has the log', async () => {
    await launched()
    const { child, output } = launch()
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(output.stderr).toMatch(/^The event store cannot start: .* in use by another process.*DATA_DIR.*\n$/)
  })

  it('prints its usage', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), dataDirectory, randomUUID()], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    processes.push(child)
    const [[code], said] = await Promise.all([once(child, 'close'), child.stderr.toArray()])
    expect(code).toBe(1)
    expect(Buffer.concat(said).toString()).toContain('<port>')
  })
})

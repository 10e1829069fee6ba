import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { spreadingAgent } from './spreading-agent.ts'

/** An instance of a service that counts its calls. Both have the same port, as two containers have. */
class Instance {
  readonly address: string
  readonly #server: Server
  calls = 0
  status = 200

  constructor(address: string) {
    this.address = address
    // Keeps connections for as long as the services do.
    this.#server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
      this.calls += 1
      response.writeHead(this.status).end('{}')
    })
  }

  connections(): Promise<number> {
    return promisify(this.#server.getConnections.bind(this.#server))()
  }

  async start(port = 0): Promise<number> {
    await once(this.#server.listen(port, this.address), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }
}

/** Two instances under one name. */
async function twoInstances() {
  const [one, other] = [new Instance('127.0.0.1'), new Instance('127.0.0.2')]
  const port = await one.start()
  await other.start(port)
  const agent = spreadingAgent((_origin, _options, done) =>
    done(
      null,
      [one, other].map(({ address }) => ({ address, family: 4, ttl: 1_000 })),
    ),
  )
  onTestFinished(async () => {
    await agent.destroy()
    await Promise.allSettled([one.stop(), other.stop()])
  })
  const statusOf = async () => {
    const sent = { origin: `http://service:${port}`, path: '/', method: 'POST', body: Readable.from(['{}']) } as const
    const { body, statusCode } = await agent.request(sent)
    await body.dump()
    return statusCode
  }
  const call = async () => expect(await statusOf()).toBe(200)
  const calls = async (count: number, atOnce = 1) => {
    for (let made = 0; made < count; made += atOnce) await Promise.all(Array.from({ length: atOnce }, call))
  }
  return { one, other, port, calls, statusOf }
}

test.each([1, 8])('calls are spread evenly over all instances, %i at once', async (atOnce) => {
  const { one, other, calls } = await twoInstances()
  await calls(400, atOnce)
  expect(one.calls + other.calls).toBe(400)
  expect(Math.abs(one.calls - other.calls)).toBeLessThanOrEqual(20)
})

test.each([401, 429, 500, 503])('an answer of %i is passed on, and not asked for again', async (status) => {
  const { one, other, statusOf } = await twoInstances()
  for (const instance of [one, other]) instance.status = status
  expect(await statusOf()).toBe(status)
  expect(one.calls + other.calls).toBe(1)
})

test('an idle connection is soon closed from this side, not by a service that stops', async () => {
  const { one, other, calls } = await twoInstances()
  const open = async () => (await one.connections()) + (await other.connections())
  await calls(4)
  expect(await open()).toBe(2)
  // The instances keep it for a minute.
  await expect.poll(open, { timeout: 30_000 }).toBe(0)
})

test('while an instance is down the others take its calls, and once it is back it gets its share', async () => {
  const { one, other, port, calls } = await twoInstances()
  await calls(100)
  await other.stop()
  const before = one.calls
  await calls(100)
  await calls(400, 40)
  expect(one.calls - before).toBe(500)
  await other.start(port)
  const returned = other.calls
  await calls(100)
  expect(other.calls - returned).toBeGreaterThan(40)
})

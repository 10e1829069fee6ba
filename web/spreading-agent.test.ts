import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { spreadingAgent } from './spreading-agent.ts'

/** An instance of a service that counts its calls. Both have the same port, as two containers have. */
class Instance {
  readonly address: string
  readonly #server: Server
  calls = 0

  constructor(address: string) {
    this.address = address
    this.#server = createServer((_request, response) => {
      this.calls += 1
      response.end('{}')
    })
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

/** Two instances under one name, whose addresses always come in the same order. */
async function twoInstances() {
  const [one, other] = [new Instance('127.0.0.1'), new Instance('127.0.0.2')]
  const port = await one.start()
  await other.start(port)
  const addresses: LookupAddress[] = [one, other].map(({ address }) => ({ address, family: 4 }))
  const agent = spreadingAgent((_hostname, _options, done) => done(null, addresses))
  onTestFinished(async () => {
    await agent.destroy()
    await Promise.allSettled([one.stop(), other.stop()])
  })
  const call = async () => {
    const { body, statusCode } = await agent.request({ origin: `http://service:${port}`, path: '/', method: 'GET' })
    await body.dump()
    return statusCode
  }
  const calls = async (count: number, atOnce: number) => {
    for (let made = 0; made < count; made += atOnce) await Promise.all(Array.from({ length: atOnce }, call))
  }
  return { one, other, port, calls }
}

test.each([1, 8])('calls go to all instances alike, %i at once', async (atOnce) => {
  const { one, other, calls } = await twoInstances()
  await calls(800, atOnce)
  expect(one.calls + other.calls).toBe(800)
  expect(one.calls).toBeGreaterThan(300)
  expect(other.calls).toBeGreaterThan(300)
})

test('while an instance is away the others take its calls, and after its return it has its share', async () => {
  const { one, other, port, calls } = await twoInstances()
  await calls(100, 1)
  await other.stop()
  const before = one.calls
  await calls(200, 1)
  expect(one.calls - before).toBe(200)
  await other.start(port)
  const returned = other.calls
  await calls(400, 1)
  expect(other.calls - returned).toBeGreaterThan(150)
})

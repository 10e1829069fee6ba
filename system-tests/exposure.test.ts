import { networkInterfaces } from 'node:os'
import { accepts } from '@medicready/local/ports'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Product, services } from './product.ts'

/** This machine as others see it. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

let product: Product
beforeAll(async () => {
  product = await Product.prepare({ HOST: '0.0.0.0' })
  // Whether their stores are there does not matter to where they listen.
  for (const name of services) product.launch(name)
})
afterAll(() => product.stop())

test('with HOST=0.0.0.0, the services behind the edge are still reachable from this machine only', async () => {
  const ports = ['COMMAND_API_PORT', 'READ_API_PORT', 'PROJECTOR_PORT', 'WORKER_PORT'].map((name) => Number(product.environment[name]))
  for (const port of ports) {
    await vi.waitFor(async () => expect(await accepts('127.0.0.1', port)).toBe(true), { timeout: 60_000 })
    if (outside) expect(await accepts(outside, port), `${outside}:${port}`).toBe(false)
  }
})

import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { EventStoreUnavailable } from '../event-store/event-store.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { createServer } from './server.ts'

let app: FastifyInstance
let ready = true

async function serverWith(routes: (app: FastifyInstance) => void = () => {}, believed: readonly string[] = []) {
  app = await createServer({
    name: 'test',
    logger: quietLogger,
    believed,
    readiness: async () => {
      if (!ready) throw new Error('the store is away')
      return { ready, role: 'active' }
    },
  })
  routes(app)
  return app
}
afterEach(() => app.close())

test('health says whether the process is alive and whether it is ready', async () => {
  await serverWith()
  expect((await app.inject('/health/live')).json()).toEqual({ live: true })
  ready = true
  expect(await app.inject('/health/ready').then((answer) => [answer.statusCode, answer.json()])).toEqual([
    200,
    { ready: true, role: 'active' },
  ])
  ready = false
  const away = await app.inject('/health/ready')
  expect([away.statusCode, away.json()]).toEqual([503, { ready: false, error: 'Error: the store is away' }])
})

test('requests are counted by route, not by address', async () => {
  await serverWith((server) => server.get('/api/things/:id', async () => ({})))
  for (const id of ['1', '2', '3']) await app.inject(`/api/things/${id}`)
  const { body, headers } = await app.inject('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toContain('http_request_duration_seconds_count{service="test",method="GET",route="/api/things/:id",status="200"} 3')
  expect(body).toContain('process_cpu_user_seconds_total{service="test"}')
})

describe('the address of a caller', () => {
  const ofCaller = async (believed: readonly string[], remoteAddress: string, forwarded: string) => {
    await serverWith((server) => server.get('/ip', async ({ ip }) => ({ ip })), believed)
    return (await app.inject({ url: '/ip', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).json().ip
  }

  test('is never what a caller claims', async () => {
    expect(await ofCaller([], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
    expect(await ofCaller([], '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
    expect(await ofCaller(['10.0.0.0/8'], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  test("is what a trusted proxy says, even if it passes on its caller's claim", async () => {
    expect(await ofCaller(['10.0.0.0/8'], '10.1.2.3', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1')
    expect(await ofCaller(['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  })
})

test('a request that is sent very slowly is dropped, so that it does not hold a connection', async () => {
  await serverWith()
  expect(app.server.requestTimeout).toBe(30_000)
  app.server.requestTimeout = 100
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /health/live HTTP/1.1\r\nHost: here\r\n')
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  await once(socket, 'close')
})

test('a valid correlation id is kept, and otherwise one is created', async () => {
  await serverWith()
  const idOf = async (given?: string) =>
    (await app.inject({ url: '/health/live', headers: given ? { 'x-correlation-id': given } : {} })).headers['x-correlation-id']
  expect(await idOf('a1b2c3d4-e5f6')).toBe('a1b2c3d4-e5f6')
  expect(await idOf()).toMatch(/^[0-9a-f-]{36}$/)
  expect(await idOf('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/)
})

test('every answer has security headers, including refusals', async () => {
  await serverWith()
  for (const url of ['/health/live', '/nothing']) {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('camera=()')
  }
  expect((await app.inject('/api/nothing')).headers['cache-control']).toBe('no-store')
})

test.each([
  [new Rejection('dailyLimitReached'), 429, 'dailyLimitReached'],
  [new EventStoreUnavailable('gone'), 503, 'unavailable'],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, 'unavailable'],
  [Object.assign(new Error('admin shutdown'), { code: '57P01' }), 503, 'unavailable'],
  [Object.assign(new Error('no such view'), { code: '42P01' }), 503, 'unavailable'],
  [Object.assign(new Error('no such column'), { code: '42703' }), 503, 'unavailable'],
  [new Error('a secret detail'), 500, 'internal'],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), 500, 'internal'],
])('%s is answered with %i %s, without its details', async (error, status, code) => {
  await serverWith((server) =>
    server.get('/api/failing', async () => {
      throw error
    }),
  )
  const answer = await app.inject('/api/failing')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ message: expect.stringMatching(/\.$/), code })
  expect(answer.body).not.toContain('secret')
  expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
})

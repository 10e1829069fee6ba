import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/postgres.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { connectPgPool, connectPostgres, isPostgresUnavailable } from './connection.ts'
import { poolWaits } from './pool-waits.ts'

/** How a server admits a client without a password: authentication OK, and ready for query. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

test('a connection that breaks at once fails only its query', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(welcome)
      socket.on('data', () => socket.resetAndDestroy())
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const sql = connectPostgres(`postgres://test@127.0.0.1:${(server.address() as AddressInfo).port}/nowhere`, { name: 'test' })
  const failure = await sql`SELECT 1`.catch((error: unknown) => error)
  expect(isPostgresUnavailable(failure)).toBe(true)
  await sql.end({ timeout: 0 })
})

/** The answers to BEGIN: done, and ready within a transaction. */
const begun = Buffer.from([0x43, 0, 0, 0, 10, ...Buffer.from('BEGIN\0'), 0x5a, 0, 0, 0, 5, 0x54])

test('a transaction whose connection ends fails, and the process goes on', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(welcome)
      socket.on('data', (data) => (data.includes('begin') ? socket.write(begun) : socket.destroy()))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const sql = connectPostgres(`postgres://test@127.0.0.1:${(server.address() as AddressInfo).port}/nowhere`, { name: 'test' })
  const failure = await sql.begin((transaction) => transaction`SELECT 1`).catch((error: unknown) => error)
  expect(isPostgresUnavailable(failure)).toBe(true)
  // The client writes in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  await sql.end({ timeout: 0 })
})

test('the time that transactions and sessions wait for a connection is measured, with both clients', async () => {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'waiting transactions', max: 1 })
  const pool = connectPgPool(url, { name: 'waiting sessions', max: 1 }, quietLogger)
  onTestFinished(async () => {
    await Promise.all([sql.end({ timeout: 1 }), pool.end()])
    await drop()
  })
  await Promise.all([1, 2].map(() => sql.begin((transaction) => transaction`SELECT pg_sleep(0.3)`)))
  await Promise.all([1, 2].map(() => pool.query('SELECT pg_sleep(0.3)')))
  const client = await pool.connect()
  client.release()
  const { values } = await poolWaits.get()
  const read = (pool: string, name: string) =>
    values.find((value) => value.metricName === `postgres_pool_wait_seconds_${name}` && value.labels.pool === pool)?.value
  expect([read('waiting transactions', 'count'), read('waiting sessions', 'count')]).toEqual([2, 3])
  for (const name of ['waiting transactions', 'waiting sessions']) {
    expect(read(name, 'sum')).toBeGreaterThan(0.25)
    // Only the second one waited for the first one's query.
    expect(read(name, 'sum')).toBeLessThan(2)
  }
})

test('arrays go to Postgres and come back unchanged', async () => {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test' })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  const ids = ['7f0c3b52-3f0c-4d39-9a55-0b8e4c1c2f11']
  const texts = ['', 'NULL', 'a "quoted" one', 'back\\slash', '{brace,comma}', 'naïve']
  const [row] = await sql`
    SELECT ${ids}::uuid[] AS ids, ${texts}::text[] AS texts, ${[1, 2]}::int[] AS numbers, ${[]}::text[] AS nothing,
      ${['2026-01-31']}::date[]::text[] AS days, ARRAY[true, NULL] AS flags, ARRAY[5000000000]::bigint[] AS large`
  expect(row).toEqual({
    ids,
    texts,
    numbers: [1, 2],
    nothing: [],
    days: ['2026-01-31'],
    flags: [true, null],
    large: ['5000000000'],
  })
  const [found] = await sql`SELECT count(*)::int AS count FROM (VALUES ('a'), ('b')) AS v (name) WHERE name = ANY(${['a', 'c']})`
  expect(found).toEqual({ count: 1 })
})

test('a transaction whose process is paused does not keep its locks', async () => {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test' })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  expect(await sql`SELECT setting, unit FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'`).toEqual([
    { setting: '15000', unit: 'ms' },
  ])
})

import { createHash } from 'node:crypto'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Attempt, Attempts, forgetOldAttempts, unlockAccount } from './attempts.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: Sql
let now: number

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
})
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00.000Z')
  await sql`TRUNCATE auth.attempts`
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const clock = () => new Date(now).toISOString()
const hashEmail = async (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')
const startProcess = (limits: Partial<{ perNetwork: number; overall: number }> = {}) =>
  new Attempts({ sql, clock, hashEmail }, { perNetwork: 300, overall: 10_000, ...limits })

const guessAt = (email: string, deviceId: string | null = null): Attempt => ({ purpose: 'signIn', email, deviceId })
const refusalOf = (attempt: Promise<unknown>): Promise<number | null> =>
  attempt.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Rejection && error.code === 'tooManyRequests') return error.retryAfterSeconds
      throw error
    },
  )

describe('guessing the password of an account', () => {
  test('is slowed down by growing pauses, and the answer says how long they are', async () => {
    const attempts = startProcess()
    const pauses: (number | null)[] = []
    for (let guess = 0; guess < 14; guess++) {
      const pause = await refusalOf(attempts.check({ ip: `203.0.${guess}.1` }, guessAt('Ana@example.com')))
      pauses.push(pause)
      now += (pause ?? 0) * 1_000
      if (pause !== null) await attempts.check({ ip: `203.0.${guess}.2` }, guessAt('ana@example.com'))
    }
    expect(pauses).toEqual([null, null, null, null, null, 1, 2, 4, 8, 16, 32, 32, 32, 32])
  })

  test('is possible at most 100 times an hour, from any number of networks', async () => {
    const attempts = startProcess()
    const taken: number[] = []
    for (const end = now + 3 * 3_600_000; now < end; ) {
      const wait = await refusalOf(attempts.check({ ip: `203.${taken.length}.113.7` }, guessAt('ana@example.com')))
      if (wait === null) taken.push(now)
      else now += wait * 1_000
    }
    const within = (start: number) => taken.filter((at) => at >= start && at < start + 3_600_000).length
    expect(Math.max(...taken.map(within))).toBeLessThanOrEqual(100)
    expect(Math.max(...taken.map(within))).toBeGreaterThan(80)
  })

  test('gains nothing from parallel guesses, even across processes', async () => {
    const [one, other] = [startProcess(), startProcess()]
    const refusals = await Promise.all(
      Array.from({ length: 60 }, (_, guess) =>
        refusalOf((guess % 2 ? one : other).check({ ip: '203.0.113.7' }, guessAt('ana@example.com'))),
      ),
    )
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(5)
  })

  test('reveals nothing about the account: guesses at an unknown address are counted the same way', async () => {
    const attempts = startProcess()
    for (const email of ['known@example.com', 'unknown@example.com']) {
      for (let guess = 0; guess < 5; guess++) await attempts.check({ ip: '203.0.113.7' }, guessAt(email))
      expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt(email)))).toBe(1)
    }
    const keys = await sql<{ key: string }[]>`SELECT key FROM auth.attempts`
    expect(keys.map(({ key }) => key).join()).not.toContain('example.com')
  })

  test('does not lock out an owner who uses a known device', async () => {
    const attempts = startProcess({ perNetwork: 20 })
    for (let guess = 0; guess < 30; guess++) await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com')))
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com')))).not.toBeNull()
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com', 'laptop')))).toBeNull()
    // A device gives no extra guesses: it has its own pauses.
    for (let guess = 0; guess < 4; guess++) await attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com', 'laptop'))
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com', 'laptop')))).toBe(1)
  })

  test('starts from zero after a success or when an operator unlocks the account', async () => {
    const attempts = startProcess()
    const used = async (attempt: Attempt) => {
      for (let guess = 0; guess < 4; guess++) await attempts.check({ ip: '203.0.113.7' }, attempt)
      return attempts.check({ ip: '203.0.113.7' }, attempt)
    }
    await (await used(guessAt('ana@example.com'))).succeeded()
    await used(guessAt('ana@example.com'))
    await used({ purpose: 'password', userId: 'ana' })
    await used(guessAt('ben@example.com'))
    await unlockAccount({ sql, hashEmail }, { email: 'Ana@example.com', userId: 'ana' })
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com')))).toBeNull()
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, { purpose: 'password', userId: 'ana' }))).toBeNull()
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ben@example.com')))).toBe(1)
  })
})

describe('a network', () => {
  test('that tries one password on many accounts is blocked for the hour, whichever of its addresses it uses', async () => {
    const attempts = startProcess({ perNetwork: 10 })
    const spray = (ip: string, account: number) => refusalOf(attempts.check({ ip }, guessAt(`person.${account}@example.com`)))
    for (let account = 0; account < 10; account++) expect(await spray(`203.0.113.${account}`, account)).toBeNull()
    expect(await spray('203.0.113.99', 10)).toBe(3_600)
    expect(await spray('203.0.114.1', 10)).toBeNull()
    for (let account = 0; account < 10; account++) expect(await spray(`2001:db8::${account}:1`, 20 + account)).toBeNull()
    expect(await spray('2001:db8::ffff', 30)).toBe(3_600)
    expect(await spray('2001:db8:0:1::1', 30)).toBeNull()
    now += 3_600_000
    expect(await spray('203.0.113.99', 10)).toBeNull()
  })

  test('of IPv6 shares a /48, which is allowed as much as four networks, however many it contains', async () => {
    const attempts = startProcess({ perNetwork: 10 })
    const spray = (network: number, site = 1) =>
      refusalOf(attempts.check({ ip: `2001:db8:${site}:${network.toString(16)}::1` }, { purpose: 'registration' }))
    for (let network = 0; network < 40; network++) expect(await spray(network)).toBeNull()
    expect([await spray(40), await spray(0)]).toEqual([3_600, 3_600])
    expect(await spray(0, 2)).toBeNull()
    now += 3_600_000
    expect(await spray(40)).toBeNull()
  })

  test('of IPv6 has successful attempts taken back from its /48 too', async () => {
    const attempts = startProcess({ perNetwork: 10 })
    for (let person = 0; person < 50; person++)
      await (await attempts.check({ ip: `2001:db8:1:${person}::1` }, guessAt(`person.${person}@example.com`))).succeeded()
    expect(await refusalOf(attempts.check({ ip: '2001:db8:1:ff::1' }, guessAt('ana@example.com')))).toBeNull()
  })

  test('of visitors can write to the Admin Team ten times an hour; signed-in users have their own limit', async () => {
    const attempts = startProcess()
    const write = (attempt: Attempt) => refusalOf(attempts.check({ ip: '203.0.113.7' }, attempt))
    for (let message = 0; message < 10; message++) expect(await write({ purpose: 'visitorContact' })).toBeNull()
    expect(await write({ purpose: 'visitorContact' })).toBe(3_600)
    for (let person = 0; person < 20; person++) expect(await write({ purpose: 'contact', userId: `person ${person}` })).toBeNull()
  })

  test('is blocked only from what it did too often', async () => {
    const attempts = startProcess({ perNetwork: 3 })
    for (let n = 0; n < 3; n++) await attempts.check({ ip: '203.0.113.7' }, { purpose: 'registration' })
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, { purpose: 'registration' }))).toBe(3_600)
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com')))).toBeNull()
  })

  test('is not charged for successful attempts', async () => {
    const attempts = startProcess({ perNetwork: 3 })
    for (let person = 0; person < 10; person++)
      await (await attempts.check({ ip: '203.0.113.7' }, guessAt(`person.${person}@example.com`))).succeeded()
    expect(await refusalOf(attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com')))).toBeNull()
  })
})

describe('an attack from many networks', () => {
  test('leaves each network a tenth of its usual limit', async () => {
    const attempts = startProcess({ perNetwork: 20, overall: 50 })
    const guess = (ip: string, account: number) => refusalOf(attempts.check({ ip }, guessAt(`person.${account}@example.com`)))
    for (let account = 0; account < 50; account++) expect(await guess(`203.${account}.113.7`, account)).toBeNull()
    expect([await guess('198.51.100.7', 60), await guess('198.51.100.8', 61)]).toEqual([null, null])
    expect(await guess('198.51.100.9', 62)).not.toBeNull()
    expect(await guess('192.0.2.1', 63)).toBeNull()
  })

  test('is not assumed because of one network that is itself blocked', async () => {
    const attempts = startProcess({ perNetwork: 20, overall: 50 })
    const guess = (ip: string, account: number) => refusalOf(attempts.check({ ip }, guessAt(`person.${account}@example.com`)))
    for (let account = 0; account < 80; account++) await guess('203.0.113.7', account)
    for (let account = 0; account < 20; account++) expect(await guess('198.51.100.7', 100 + account)).toBeNull()
  })
})

test('attempts are forgotten after an hour', async () => {
  const attempts = startProcess()
  await attempts.check({ ip: '203.0.113.7' }, guessAt('ana@example.com'))
  now += 1_800_000
  await attempts.check({ ip: '198.51.100.7' }, guessAt('ben@example.com'))
  now += 1_800_000
  // Ana's account and her network; the overall counter began with her too.
  expect(await forgetOldAttempts({ sql, clock })).toEqual({ forgotten: 3 })
  expect(await sql`SELECT key FROM auth.attempts`).toHaveLength(2)
})

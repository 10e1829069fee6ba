import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { connectPostgres, type Sql } from '../postgres/connection.ts'
import { createTestDatabase } from '../testing/postgres.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { Identities, issueBearerToken } from './identity.ts'
import { endSession } from './sessions.ts'

const userId = '7f0c3b52-3f0c-4d39-9a55-0b8e4c1c2f11'

/** Sessions in their own database, looked up by a client that counts and delays its queries. */
async function signedIn(...sessionIds: string[]) {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test' })
  const lookUps = { begun: 0, found: 0, held: Promise.resolve() }
  const counting = new Proxy(sql, {
    apply: async (target, self, given) => {
      lookUps.begun += 1
      const { held } = lookUps
      const rows: unknown = await Reflect.apply(target, self, given)
      lookUps.found += 1
      await held
      return rows
    },
  })
  const identities = new Identities({ sql: counting as Sql, sessionSecret: 's'.repeat(32), logger: quietLogger })
  onTestFinished(async () => {
    await identities.stop()
    await sql.end({ timeout: 1 })
    await drop()
  })
  const who = new Map<string, () => Promise<string | null>>()
  for (const sessionId of sessionIds) {
    await sql`
      INSERT INTO auth.sessions (sid, sess, expire)
      VALUES (${sessionId}, ${sql.json({ userId, idleMinutes: 30 })}, now() + interval '1 day')`
    const authorization = `Bearer ${await issueBearerToken(sql, sessionId)}`
    who.set(sessionId, async () => (await identities.of({ headers: { authorization } } as FastifyRequest))?.userId ?? null)
  }
  const end = (sessionId: string) => endSession(sql, sessionId)
  const of = (sessionId: string) => (who.get(sessionId) as () => Promise<string | null>)()
  /** Once it listens, it remembers. */
  const untilRemembered = (sessionId: string) =>
    expect
      .poll(async () => {
        await of(sessionId)
        const { begun } = lookUps
        await of(sessionId)
        return lookUps.begun - begun
      })
      .toBe(0)
  return { identities, lookUps, of, end, untilRemembered }
}

test('concurrent calls share one lookup', async () => {
  const { identities, lookUps, of, untilRemembered } = await signedIn('first', 'second')
  identities.start()
  await untilRemembered('first')
  const { begun } = lookUps
  expect(await Promise.all([of('second'), of('second'), of('second')])).toEqual([userId, userId, userId])
  expect(lookUps.begun - begun).toBe(1)
})

test('nothing is shared before it listens for ended sessions', async () => {
  const { lookUps, of } = await signedIn('first')
  expect(await Promise.all([of('first'), of('first')])).toEqual([userId, userId])
  expect(lookUps.begun).toBe(2)
})

test('an unknown token finds no one, however often it is tried', async () => {
  const { identities, of, end, untilRemembered } = await signedIn('first', 'second')
  identities.start()
  await untilRemembered('first')
  await end('second')
  for (let time = 0; time < 2; time++) expect(await of('second')).toBe(null)
})

test('a lookup during the end of a session is not remembered', async () => {
  const { identities, lookUps, of, end, untilRemembered } = await signedIn('ending', 'other')
  identities.start()
  await untilRemembered('other')
  const release = Promise.withResolvers<void>()
  lookUps.held = release.promise
  const { begun, found } = lookUps
  const before = of('ending')
  await expect.poll(() => lookUps.found - found).toBe(1)
  await end('ending')
  lookUps.held = Promise.resolve()
  // The announcement has been heard when the other one, whom it knew, is looked up again.
  await expect.poll(async () => (await of('other')) && lookUps.begun - begun).toBe(2)
  release.resolve()
  expect(await before).toBe(userId)
  expect(await of('ending')).toBe(null)
})

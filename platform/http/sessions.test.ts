import { errors } from '@medicready/domain/refusals/shown/errors'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { quietLogger } from '../testing/quiet-logger.ts'
import { createServer } from './server.ts'
import { beginSession, registerSessions } from './sessions.ts'

/** A pool whose server goes away after this many queries, and the queries it got. */
function poolThatLasts(queries: number): { pool: pg.Pool; asked: string[] } {
  const asked: string[] = []
  const query = async (text: string) => {
    asked.push(text)
    if (asked.length > queries) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    return { rows: [], rowCount: 0 }
  }
  return { pool: { query } as unknown as pg.Pool, asked }
}

async function signIn(pool: pg.Pool, isStillValid: () => Promise<boolean>) {
  const app = await createServer({ name: 'test', logger: quietLogger, readiness: async () => ({ ready: true }) })
  onTestFinished(() => app.close())
  await app.register(async (scope) => {
    await registerSessions(scope, { pool, secret: 's'.repeat(32), publicUrl: 'http://localhost:3000' })
    scope.post('/begin', async (request) => ({
      id: await beginSession(request, {
        userId: '7f0c3b52-3f0c-4d39-9a55-0b8e4c1c2f11',
        role: 'student',
        hasSecondFactor: false,
        isStillValid,
      }),
    }))
  })
  return app.inject({ method: 'POST', url: '/begin' })
}

test.each([0, 1, 2])('signing in answers "not now" if Postgres goes away after %i queries', async (queries) => {
  const response = await signIn(poolThatLasts(queries).pool, async () => true)
  expect({ status: response.statusCode, body: response.json() }).toEqual({
    status: 503,
    body: { message: errors.unavailable.message, code: 'unavailable' },
  })
})

test('a thief who signs in just as the password changes gets no session', async () => {
  const { pool, asked } = poolThatLasts(10)
  const response = await signIn(pool, async () => {
    expect(asked.at(-1)).toMatch(/^INSERT INTO "auth"."sessions"/)
    return false
  })
  expect({ status: response.statusCode, cookies: response.cookies }).toEqual({ status: 409, cookies: [] })
  expect(asked.at(-1)).toMatch(/^DELETE FROM "auth"."sessions" WHERE sid =/)
})

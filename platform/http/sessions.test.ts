import { errors } from '@medicready/domain/contract/errors'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { quietLogger } from '../testing/quiet-logger.ts'
import { createServer } from './server.ts'
import { beginSession, registerSessions } from './sessions.ts'

/** A pool whose server goes away after so many queries. */
function poolThatLasts(queries: number): pg.Pool {
  let left = queries
  const query = async () => {
    left -= 1
    if (left < 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    return { rows: [], rowCount: 0 }
  }
  return { query } as unknown as pg.Pool
}

test.each([0, 1, 2])('signing in answers "not now" when Postgres goes away after %i queries', async (queries) => {
  const app = await createServer({ name: 'test', logger: quietLogger, readiness: async () => ({ ready: true }) })
  onTestFinished(() => app.close())
  await app.register(async (scope) => {
    await registerSessions(scope, { pool: poolThatLasts(queries), secret: 's'.repeat(32), publicUrl: 'http://localhost:3000' })
    scope.post('/begin', async (request) => ({
      id: await beginSession(request, { userId: '7f0c3b52-3f0c-4d39-9a55-0b8e4c1c2f11', role: 'student', hasSecondFactor: false }),
    }))
  })
  const response = await app.inject({ method: 'POST', url: '/begin' })
  expect({ status: response.statusCode, body: response.json() }).toEqual({
    status: 503,
    body: { message: errors.unavailable.message, code: 'unavailable' },
  })
})

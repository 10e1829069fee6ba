import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { createTestDatabase, type TestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { validate } from 'node-cron'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs, reactions } from '../processes.ts'
import type { Job } from './definitions.ts'
import { healthOf } from './health.ts'
import { runJob, runJobs } from './jobs.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
})
beforeEach(() => sql`TRUNCATE worker.job_runs`)
afterAll(async () => {
  await sql.end()
  await database.drop()
})

type Nothing = Record<string, never>
const never = '0 0 29 2 *'
const job = (run: () => Promise<unknown>, atStart = false): Job<Nothing> => ({
  name: 'a job',
  schedule: never,
  ...(atStart && { atStart }),
  run,
})
const once = (each: Job<Nothing>) => runJob(each, { deps: {}, sql, logger: quietLogger })
const emptyLog = { head: async () => null, recordedAfter: async () => null }
const lastRun = async () => {
  const health = (await healthOf({ reactions: [], jobs: [job(async () => {})] }, sql, emptyLog)) as {
    jobs: Record<string, { lastRun: unknown }>
  }
  return health.jobs['a job']?.lastRun
}

test('the result of a run is recorded, or its error if it failed', async () => {
  expect(await lastRun()).toBeNull()
  await once(job(async () => ({ ended: 3 })))
  expect(await lastRun()).toMatchObject({ endedAt: expect.any(String), outcome: { ended: 3 }, error: null })
  await once(
    job(async () => {
      throw new Error('The read models are not there.')
    }),
  )
  expect(await lastRun()).toMatchObject({ outcome: null, error: 'Error: The read models are not there.' })
})

test('a run that begins before the read models exist has not failed', async () => {
  await once(job(async () => sql`SELECT FROM read.what_is_not_built`))
  expect(await lastRun()).toMatchObject({ outcome: { waits: 'for the read models, which are still being built' }, error: null })
  await once(job(async () => sql`SELECT FROM worker.what_is_gone`))
  expect(await lastRun()).toMatchObject({ outcome: null, error: 'PostgresError: relation "worker.what_is_gone" does not exist' })
})

test('a run is waited for at shutdown; a run left by a killed worker is reported as interrupted', async () => {
  await sql`INSERT INTO worker.job_runs (job) VALUES ('a job that was killed')`
  const stopping = new AbortController()
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = job(() => {
    begun.resolve()
    return gate.promise
  }, true)
  const running = runJobs({ jobs: [slow], deps: {}, sql, logger: quietLogger, signal: stopping.signal })
  await begun.promise
  stopping.abort()
  const ended = Promise.race([running.then(() => 'ended'), new Promise((resolve) => setImmediate(resolve, 'running'))])
  expect(await ended).toBe('running')
  gate.resolve()
  await running
  expect([...(await sql`SELECT job, error FROM worker.job_runs WHERE ended_at IS NOT NULL ORDER BY id`)]).toEqual([
    { job: 'a job that was killed', error: 'It was interrupted.' },
    { job: 'a job', error: null },
  ])
})

test('names are unique, and all schedules are valid', () => {
  for (const processes of [reactions, jobs]) expect(new Set(processes.map(({ name }) => name)).size).toBe(processes.length)
  for (const { schedule } of jobs) expect(validate(schedule)).toBe(true)
})

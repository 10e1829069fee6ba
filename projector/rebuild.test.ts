import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { answersCountedBy, appendHistory, history } from '@medicready/platform/testing/history'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Each run of the command starts a process.

const command = fileURLToPath(new URL('rebuild.ts', import.meta.url))
const past = [...history({ seed: 3, students: 5, days: 6, questionsPerModule: 2 })]
let postgresUrl: string
let sql: Sql
let log: TestEventStore
let close: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  postgresUrl = database.url
  sql = connectPostgres(postgresUrl, { name: 'test' })
  log = await startTestEventStore()
  const eventStore = new EventStore({ url: log.url, vault: new Vault(sql, testMasterKey), logger })
  await appendHistory(eventStore, past, 1)
  close = async () => {
    await eventStore.close()
    await sql.end({ timeout: 1 })
    await log.close()
    await database.drop()
  }
})

afterAll(() => close())

/** Runs the command to its end. */
const rebuild = (...args: string[]): Promise<{ code: number; told: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, POSTGRES_URL: postgresUrl, EVENTSTORE_URL: log.url, MASTER_KEY: testMasterKey }
    const child = execFile(process.execPath, [command, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, told: stdout + stderr }),
    )
  })

test('builds the named read models, and restores the previous build on request', async () => {
  expect(await rebuild('study-streaks')).toMatchObject({
    code: 0,
    told: expect.stringContaining('study/study-streaks is live as build 1\n'),
  })
  expect(await rebuild('study/study-streaks')).toMatchObject({
    code: 0,
    told: expect.stringContaining('study/study-streaks is live as build 2, its rows the same as before\n'),
  })
  expect(await rebuild('study-streaks', '--rollback')).toEqual({ code: 0, told: 'study/study-streaks is back at build 1\n' })
  expect(await rebuild('users', '--rollback')).toEqual({
    code: 1,
    told: 'accounts/users has no previous build of this version to roll back to\n',
  })
})

test('a read model whose last events are old is brought to the end of the log', async () => {
  await rebuild('study-streaks', 'users')
  const [{ furthest }] = (await sql`SELECT max(commit_position::bigint) AS furthest FROM projector.checkpoints`) as [{ furthest: string }]
  await rebuild('users')
  const [users] = await sql`SELECT commit_position FROM projector.checkpoints WHERE read_model = 'accounts/users' AND state = 'live'`
  expect(Number(users?.commit_position)).toBeGreaterThanOrEqual(Number(furthest))
})

test.each([
  ['a time', '2026-01-07T00:00:00Z', (at: string) => at < '2026-01-07'],
  ['a position', '0', () => false],
])('ends at %s', async (_, until, isWithin) => {
  await rebuild('user-responses')
  const { code, told } = await rebuild('user-responses', '--until', until)
  expect(code).toBe(0)
  const schema = told.match(/was left as it is: build \d+ in the schema (\w+) ends/)?.[1] ?? ''
  const rows = await sql`SELECT 1 FROM ${sql(schema)}.user_responses`
  const wanted = past.filter(({ metadata }) => isWithin(metadata.occurredAt)).reduce((sum, { fact }) => sum + answersCountedBy(fact), 0)
  expect(rows).toHaveLength(wanted)
})

test.each([
  [['nonsense'], 'There is no read model nonsense.'],
  [[], 'No read model is named.'],
  [['all', '--until', 'yesterday'], '--until yesterday is neither a position nor an instant'],
  [['all', '--unitl', '5'], "Unknown option '--unitl'"],
])('refuses %s in words', async (args, words) => {
  expect(await rebuild(...args)).toMatchObject({ code: 1, told: expect.stringContaining(words) })
})

import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { asLogEntries, history } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test } from 'vitest'
import { users } from './accounts/users.ts'
import { fill } from './filling.ts'
import { GenerationFold } from './generation-fold.ts'
import { makeLive, openEmpty } from './generations.ts'
import { defineProjection, type Projection, table } from './projection.ts'
import { projections } from './projections.ts'
import { userProgress } from './study/user-progress.ts'
import { readModels } from './testing/read-models.ts'

const { signal } = new AbortController()
const entries: readonly LogEntry[] = [...asLogEntries(history({ seed: 7, students: 25, days: 9, questionsPerModule: 4 }))]

async function database(): Promise<Sql> {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, { name: 'test', max: 12, parameters: { synchronous_commit: 'off' } })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  return sql
}

async function foldOf(sql: Sql, projection: Projection): Promise<GenerationFold> {
  return new GenerationFold({ sql, projection, generation: await openEmpty(sql, projection), state: 'live', logger, signal })
}

async function foldAll(sql: Sql, batchSize: number): Promise<void> {
  await Promise.all(
    projections.map(async (projection) => {
      const fold = await foldOf(sql, projection)
      for (let start = 0; start < entries.length; start += batchSize)
        expect(await fold.advance(entries.slice(start, start + batchSize))).toEqual({ kind: 'advanced' })
    }),
  )
}

test('batches of 1, 7 and 500 events and a fill in memory leave the same bytes', async () => {
  const wanted = await database()
  await foldAll(wanted, 500)
  const bytes = await readModels(wanted)
  // A school without a model generates nothing.
  expect(Object.entries(bytes).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual(['generation_days'])

  for (const batchSize of [1, 7]) {
    const sql = await database()
    await foldAll(sql, batchSize)
    expect(await readModels(sql)).toEqual(bytes)
  }

  const sql = await database()
  const replay = async function* () {
    for (let start = 0; start < entries.length; start += 100) yield entries.slice(start, start + 100)
  }
  const { filled, failed } = await fill({ sql, eventStore: { replay }, projections, logger, signal })
  expect(failed).toEqual([])
  await sql.begin(async (tx) => {
    for (const { projection, generation } of filled) await makeLive(tx, projection, generation)
  })
  expect(await readModels(sql)).toEqual(bytes)
}, 120_000)

test('events at or below the checkpoint change nothing', async () => {
  const sql = await database()
  const fold = await foldOf(sql, userProgress)
  await fold.advance(entries)
  const before = await readModels(sql)
  const again = new GenerationFold({ ...options(sql, userProgress), generation: { ...fold.generation, position: fold.position } })
  for (const some of [entries, entries.slice(0, 3), entries.slice(-1)]) expect(await again.advance(some)).toEqual({ kind: 'advanced' })
  expect(await readModels(sql)).toEqual(before)
})

const options = (sql: Sql, projection: Projection) => ({ sql, projection, state: 'live' as const, logger, signal })

test('of two that fold the same batch one gets through, and nothing counts twice', async () => {
  const sql = await database()
  const generation = await openEmpty(sql, userProgress)
  const contestants = Array.from({ length: 4 }, () => new GenerationFold({ ...options(sql, userProgress), generation }))
  for (let start = 0; start < entries.length; start += 200) {
    const outcomes = await Promise.all(
      contestants.map(async (one) => {
        const outcome = await one.advance(entries.slice(start, start + 200))
        return outcome.kind
      }),
    )
    expect(outcomes).toContain('advanced')
  }
  const answers = entries.filter((entry) => entry.kind === 'fact' && entry.fact.type === 'AnswerSubmitted').length
  const [row] = await sql<{ sum: number }[]>`SELECT sum(total_questions)::int AS sum FROM read.user_progress`
  expect(row?.sum).toBe(answers)
})

test('a fold whose checkpoint was moved by another writes nothing', async () => {
  const sql = await database()
  const generation = await openEmpty(sql, userProgress)
  const [one, other] = [1, 2].map(() => new GenerationFold({ ...options(sql, userProgress), generation }))
  await one?.advance(entries.slice(0, 400))
  const before = await readModels(sql)
  expect(await other?.advance(entries.slice(0, 300))).toEqual({ kind: 'overtaken' })
  expect(await readModels(sql)).toEqual(before)
})

test('an event that a handler cannot fold stops the fold right before it', async () => {
  const sql = await database()
  const culprit = entries.findIndex((entry) => entry.kind === 'fact' && entry.fact.type === 'EmailVerified')
  const refusing: Projection = {
    ...users,
    on: {
      ...users.on,
      EmailVerified: () => {
        throw new Error('no such thing')
      },
    },
  }
  const fold = await foldOf(sql, refusing)
  const outcome = await fold.advance(entries)
  expect(outcome).toMatchObject({
    kind: 'failed',
    failure: { type: 'EmailVerified', error: 'Error: no such thing', position: entries[culprit]?.position },
  })
  expect(fold.position).toEqual(entries[culprit - 1]?.position)
})

test('a value that Postgres refuses stops the fold at its event, not at its batch', async () => {
  const sql = await database()
  const culprits = entries.filter((entry) => entry.kind === 'fact' && entry.fact.type === 'AnswerSubmitted')
  const culprit = culprits[20]
  const overflowing = defineProjection({
    name: 'study/overflowing',
    version: 1,
    tables: { answers: table({ key: ['id'], columns: { id: 'uuid', size: 'integer' } }) },
    on: { AnswerSubmitted: ({ id, position }, { answers }) => answers.insert({ id, size: position === culprit?.position ? 2 ** 40 : 1 }) },
  })
  const fold = await foldOf(sql, overflowing)
  expect(await fold.advance(entries)).toMatchObject({ kind: 'failed', failure: { type: 'AnswerSubmitted', position: culprit?.position } })
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM read.answers`
  expect(row?.count).toBe(20)
})

test('text that Postgres cannot hold is folded all the same', async () => {
  const sql = await database()
  const fold = await foldOf(sql, users)
  const registered = entries.find((entry) => entry.kind === 'fact' && entry.fact.type === 'AccountRegistered')
  if (registered?.kind !== 'fact' || registered.fact.type !== 'AccountRegistered') throw new Error('Nobody registered.')
  const odd = {
    ...registered,
    fact: { ...registered.fact, data: { ...registered.fact.data, firstName: 'A\0"\\\n\t{', lastName: 'B\ud800' } },
  }
  expect(await fold.advance([odd])).toEqual({ kind: 'advanced' })
  const [row] = await sql`SELECT first_name, last_name FROM read.users`
  expect(row).toEqual({ first_name: 'A\uFFFD"\\\n\t{', last_name: 'B\uFFFD' })
})

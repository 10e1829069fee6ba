import { setTimeout as sleep } from 'node:timers/promises'
import { invoicePaid } from '@medicready/domain/billing/testing/subscription-facts'
import type { Fact } from '@medicready/domain/events'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { answersCountedIn, asLogEntries, history } from '@medicready/platform/testing/history'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { expect, onTestFinished, test } from 'vitest'
import { users } from '../read-models/accounts/users.ts'
import { readModels } from '../read-models/all.ts'
import { invoices } from '../read-models/billing/invoices.ts'
import { defineReadModel, type ReadModel, table } from '../read-models/definition.ts'
import { questionNotes } from '../read-models/questions/question-notes.ts'
import { questionStatistics } from '../read-models/questions/question-statistics.ts'
import { userProgress } from '../read-models/study/user-progress.ts'
import { logOf } from '../testing/given.ts'
import { readModelRows } from '../testing/read-models.ts'
import { rowsIn } from '../testing/read-tables.ts'
import { backfill } from './backfill.ts'
import { makeLive, openEmpty, schemaOf, tablesOf } from './builds.ts'
import { advanceTogether, LiveFold } from './live-fold.ts'
import { projectorSession } from './projector-session.ts'

const { signal } = new AbortController()
const entries: readonly LogEntry[] = [...asLogEntries(history({ seed: 24, students: 5, days: 7, questionsPerModule: 2 }))]

async function database(): Promise<Sql> {
  const { url, drop } = await createTestDatabase()
  const sql = connectPostgres(url, projectorSession('test'))
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await drop()
  })
  return sql
}

async function foldOf(sql: Sql, readModel: ReadModel): Promise<LiveFold> {
  return new LiveFold({ sql, readModel, build: await openEmpty(sql, readModel), state: 'live', logger, signal })
}

/** In batches of these sizes, again and again. */
async function foldAll(sql: Sql, ...sizes: readonly [number, ...number[]]): Promise<void> {
  await Promise.all(
    readModels.map(async (readModel) => {
      const fold = await foldOf(sql, readModel)
      for (let start = 0, count = 0; start < entries.length; count++) {
        const end = start + (sizes[count % sizes.length] ?? sizes[0])
        expect(await fold.advance(entries.slice(start, end))).toEqual({ kind: 'advanced' })
        start = end
      }
    }),
  )
}

test('batches of 1, 7 and 100 events and a backfill give the same bytes', async () => {
  const wanted = await database()
  await foldAll(wanted, 100)
  const bytes = await readModelRows(wanted)
  const seen = new Set<string>(entries.flatMap((entry) => (entry.kind === 'fact' ? [entry.fact.type] : [])))
  const touched = readModels.filter(({ on }) => Object.keys(on).some((type) => seen.has(type)))
  const empty = touched.flatMap(({ tables }) => Object.keys(tables).filter((name) => bytes[name]?.length === 0)).sort()
  // The test school had no payments, policies, or exam pools, and its users did not spend a freeze or ask for anyone's
  // data. Nothing predicted exams, the bank revised nothing that educators had revised, and no guideline changed.
  // system-tests/demo/year.test.ts and system-tests/guideline-change.test.ts cover those.
  expect(empty, 'Add a new table here, or facts for it to platform/testing/history.ts.').toEqual([
    'agreements',
    'bank_offers',
    'deferral_spans',
    'deferrals',
    'dismissed_notices',
    'exam_pool_parts',
    'national_exam_predictions',
    'outdated_questions',
    'people_exports',
    'plan_prices',
    'practice_exam_predictions',
    'readiness_learners',
    'revision_proposals',
    'spent_freezes',
    'subscribers',
    'subscription_plans',
  ])

  const oneByOne = await database()
  await foldAll(oneByOne, 1, 1, 1, 7)
  expect(await readModelRows(oneByOne)).toEqual(bytes)

  const sql = await database()
  const replay = async function* () {
    for (let start = 0; start < entries.length; start += 50) yield entries.slice(start, start + 50)
  }
  // As many rows in memory as events in a batch: the others go to files and return all the time.
  const { backfilled, failed } = await backfill({
    sql,
    eventStore: { replay, head: async () => null },
    readModels,
    logger,
    signal,
    rowsInMemory: 50,
  })
  expect(failed).toEqual([])
  await sql.begin(async (tx) => {
    for (const { readModel, build } of backfilled) await makeLive(tx, readModel, build)
  })
  expect(await readModelRows(sql)).toEqual(bytes)
})

test('rows found by a column are the same live and in a backfill, in any number', async () => {
  const uuid = (kind: number, n: number) => `00000000-0000-4000-8000-00${kind}${String(n).padStart(9, '0')}`
  const facts: Fact[] = []
  for (let n = 0; n < 2_400; n++) {
    const userId = uuid(1, n % 40)
    const invoiceId = `in_${n}`
    const subscriptionId = `sub_${userId}`
    facts.push({ type: 'NoteWritten', data: { userId, questionId: uuid(2, n >> 1), text: `note ${n}` } })
    facts.push(invoicePaid({ userId, invoiceId, subscriptionId }))
    if (n > 800 && n % 70 === 0) facts.push({ type: 'AccountErased', data: { userId } })
  }
  const log = logOf(facts)
  const found = [questionNotes, invoices]
  const wanted = await database()
  for (const readModel of found) {
    const fold = await foldOf(wanted, readModel)
    for (let start = 0; start < log.length; start += 500) await fold.advance(log.slice(start, start + 500))
  }
  const rows = await readModelRows(wanted)
  expect(rows.question_notes?.length).toBeLessThan(2_400)

  const sql = await database()
  const replay = async function* () {
    for (let start = 0; start < log.length; start += 100) yield log.slice(start, start + 100)
  }
  const eventStore = { replay, head: async () => null }
  const { backfilled } = await backfill({ sql, eventStore, readModels: found, logger, signal, rowsInMemory: 300 })
  await sql.begin(async (tx) => {
    for (const { readModel, build } of backfilled) await makeLive(tx, readModel, build)
  })
  expect(await readModelRows(sql)).toEqual(rows)
  for (const readModel of found)
    for (const table of tablesOf(readModel, { number: 1, version: readModel.version }))
      for (const column of table.definition.foundBy ?? []) {
        const { text, parameters } = table.by(column)
        const plan = await sql.unsafe(`EXPLAIN ${text}`, parameters([{ [column]: uuid(1, 1) }]))
        expect(plan.map((row) => row['QUERY PLAN']).join('\n'), `${table.name} by ${column}`).toContain('Index')
      }
})

test('rows are found by key, even with statements planned when the tables were empty', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const projecting = connectPostgres(url, projectorSession('test'))
  // As many folds as batches, so that none remembers rows and each loads them.
  let build = await openEmpty(projecting, questionStatistics)
  for (let start = 0; start < entries.length; start += 10) {
    const fold = new LiveFold({ ...options(projecting, questionStatistics), build })
    await fold.advance(entries.slice(start, start + 10))
    build = { ...build, position: fold.position }
  }
  // A session's reads are counted at its end at the latest.
  await projecting.end()
  const sql = connectPostgres(url, { name: 'test' })
  onTestFinished(() => sql.end())
  const [read] = await sql<{ whole: number; by_key: number }[]>`
    SELECT sum(seq_tup_read)::int AS whole, sum(idx_tup_read)::int AS by_key FROM pg_stat_user_tables t
    JOIN (SELECT relid, sum(idx_tup_read) AS idx_tup_read FROM pg_stat_user_indexes GROUP BY relid) i USING (relid)
    WHERE schemaname LIKE 'questions_question_statistics%'`
  expect(read?.whole).toBe(0)
  // Three tables: each row is read once when loaded and once when replaced.
  expect(read?.by_key).toBeLessThan(6 * entries.length)
})

test('events at or below the checkpoint change nothing', async () => {
  const sql = await database()
  const fold = await foldOf(sql, userProgress)
  await fold.advance(entries)
  const before = await readModelRows(sql)
  const again = new LiveFold({ ...options(sql, userProgress), build: { ...fold.build, position: fold.position } })
  for (const some of [entries, entries.slice(0, 3), entries.slice(-1)]) expect(await again.advance(some)).toEqual({ kind: 'advanced' })
  expect(await readModelRows(sql)).toEqual(before)
})

const options = (sql: Sql, readModel: ReadModel) => ({ sql, readModel, state: 'live' as const, logger, signal })

test('if two processes fold the same batch, one succeeds, and nothing counts twice', async () => {
  const sql = await database()
  const build = await openEmpty(sql, userProgress)
  const contestants = Array.from({ length: 4 }, () => new LiveFold({ ...options(sql, userProgress), build }))
  for (let start = 0; start < entries.length; start += 60) {
    const outcomes = await Promise.all(
      contestants.map(async (one) => {
        const outcome = await one.advance(entries.slice(start, start + 60))
        return outcome.kind
      }),
    )
    expect(outcomes).toContain('advanced')
  }
  const progress = await rowsIn(sql, userProgress).user_progress.where()
  expect(progress.reduce((sum, { total_questions }) => sum + total_questions, 0)).toBe(answersCountedIn(entries))
})

test('a fold whose checkpoint was moved by another process writes nothing', async () => {
  const sql = await database()
  const build = await openEmpty(sql, userProgress)
  const [one, other] = [1, 2].map(() => new LiveFold({ ...options(sql, userProgress), build }))
  await one?.advance(entries.slice(0, 100))
  const before = await readModelRows(sql)
  expect(await other?.advance(entries.slice(0, 80))).toEqual({ kind: 'overtaken' })
  expect(await readModelRows(sql)).toEqual(before)
})

test('a read model that fails does no harm to one that is still loading its rows', async () => {
  // The second row is asked for only when the first has arrived.
  const counting = defineReadModel({
    name: 'study/counting',
    version: 1,
    tables: { counts: table({ key: ['id'], columns: { id: 'integer', count: 'integer' } }) },
    on: {
      AnswerSubmitted: (_, { counts }) => {
        const first = counts.get({ id: 1 })?.count ?? 0
        const second = first > 0 ? (counts.get({ id: 2 })?.count ?? 0) : 0
        counts.set({ id: 1, count: first + 1 })
        counts.set({ id: 2, count: second + 1 })
      },
    },
  })
  const failing = defineReadModel({
    name: 'study/failing',
    version: 1,
    tables: { answers: table({ key: ['id'], columns: { id: 'uuid', size: 'integer' } }) },
    on: {
      AnswerSubmitted: ({ id }, { answers }) => {
        answers.get({ id })
      },
    },
  })
  const sql = await database()
  const before = await foldOf(sql, counting)
  await before.advance(entries.slice(0, -100))
  const broken = await foldOf(sql, failing)
  await sql`ALTER TABLE ${sql(schemaOf(failing, broken.build))}.answers DROP COLUMN size CASCADE`

  // Each answer waits for the next question, if one comes.
  let asked: () => void = () => undefined
  const overlapping = new Proxy(sql, {
    get: (target, name) =>
      name !== 'unsafe'
        ? Reflect.get(target, name)
        : async (...question: Parameters<Sql['unsafe']>) => {
            asked()
            const next = new Promise<void>((resolve) => {
              asked = resolve
            })
            const rows = await target.unsafe(...question)
            await Promise.race([next, sleep(500)])
            return rows
          },
  })
  const loading = new LiveFold({ ...options(overlapping, counting), build: { ...before.build, position: before.position } })
  const outcomes = await advanceTogether([loading, broken], entries.slice(-100), { sql, signal, logger })
  expect(outcomes.map(({ kind }) => kind)).toEqual(['advanced', 'failed'])
  const given = entries.filter((entry) => entry.kind === 'fact' && entry.fact.type === 'AnswerSubmitted').length
  expect(await rowsIn(sql, counting).counts.where()).toEqual([
    { id: 1, count: given },
    { id: 2, count: given },
  ])
})

test('an event that a handler cannot fold stops the fold just before it', async () => {
  const sql = await database()
  const culprit = entries.findIndex((entry) => entry.kind === 'fact' && entry.fact.type === 'EmailVerified')
  const refusing: ReadModel = {
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

test('a value that Postgres rejects stops the fold at its event, not at its batch', async () => {
  const sql = await database()
  const culprits = entries.filter((entry) => entry.kind === 'fact' && entry.fact.type === 'AnswerSubmitted')
  const culprit = culprits[20]
  const overflowing = defineReadModel({
    name: 'study/overflowing',
    version: 1,
    tables: { answers: table({ key: ['id'], columns: { id: 'uuid', size: 'integer' } }) },
    on: { AnswerSubmitted: ({ id, position }, { answers }) => answers.set({ id, size: position === culprit?.position ? 2 ** 40 : 1 }) },
  })
  const fold = await foldOf(sql, overflowing)
  expect(await fold.advance(entries)).toMatchObject({ kind: 'failed', failure: { type: 'AnswerSubmitted', position: culprit?.position } })
  expect(await rowsIn(sql, overflowing).answers.where()).toHaveLength(20)
})

test('text that Postgres cannot store is folded anyway', async () => {
  const sql = await database()
  const fold = await foldOf(sql, users)
  const registered = entries.find((entry) => entry.kind === 'fact' && entry.fact.type === 'AccountRegistered')
  if (registered?.kind !== 'fact' || registered.fact.type !== 'AccountRegistered') throw new Error('No one registered.')
  const odd = {
    ...registered,
    fact: { ...registered.fact, data: { ...registered.fact.data, firstName: 'A\0"\\\n\t{', lastName: 'B\ud800' } },
  }
  expect(await fold.advance([odd])).toEqual({ kind: 'advanced' })
  const [row] = await rowsIn(sql, users).users.where()
  expect(row).toMatchObject({ first_name: 'A\uFFFD"\\\n\t{', last_name: 'B\uFFFD' })
})

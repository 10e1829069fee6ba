import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { startTestEventStore, type TestEventStore } from '@medicready/platform/testing/event-store'
import { appendHistory, type HistoryEvent, history } from '@medicready/platform/testing/history'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { createTestDatabase } from '@medicready/platform/testing/postgres'
import { quietLogger as logger } from '@medicready/platform/testing/quiet-logger'
import { appendRaw } from '@medicready/platform/testing/raw-events'
import { Vault } from '@medicready/platform/vault/vault'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readModels } from '../read-models/all.ts'
import { defineReadModel, type ReadModel, table } from '../read-models/definition.ts'
import { studyStreaks } from '../read-models/study/study-streaks.ts'
import { userProgress } from '../read-models/study/user-progress.ts'
import { userResponses } from '../read-models/study/user-responses.ts'
import { readModelRows } from '../testing/read-models.ts'
import { createBuild, schemaOf } from './builds.ts'
import { Projector } from './projector.ts'
import { rebuild, rollBack } from './rebuilding.ts'

/** A small school with facts of every kind: a lease, a session, and a table cost more than an event. */
const events: readonly HistoryEvent[] = [...history({ seed: 24, students: 6, days: 6, questionsPerModule: 2 })]
const half = events.length >> 1
const { signal } = new AbortController()

const ofEngine = [
  'accounts/users',
  'questions/questions',
  'study/user-modules',
  'study/study-days',
  'study/analytics',
  'study/user-responses',
  'study/user-progress',
  'study/study-streaks',
  'study/leaderboard',
]
/** A few read models with tables of every kind represent all, in a fifth of the time. */
const few = readModels.filter(({ name }) => ofEngine.includes(name))
const patience = { timeout: 60_000, interval: 50 }

interface World {
  postgresUrl: string
  sql: Sql
  eventStore: EventStore
  log: TestEventStore
}

/** An empty database, and an empty log or that of another world with the keys that it needs. */
async function opened(over?: World): Promise<World & { close(): Promise<void> }> {
  const [{ url: postgresUrl, drop }, log] = await Promise.all([createTestDatabase(), over?.log ?? startTestEventStore()])
  const sql = connectPostgres(postgresUrl, { name: 'test', max: 16 })
  if (over) await sql`INSERT INTO vault.keys ${sql(await over.sql`SELECT * FROM vault.keys`)}`
  const eventStore = new EventStore({ url: log.url, vault: new Vault(sql, testMasterKey), logger })
  const close = async () => {
    await eventStore.close()
    await sql.end({ timeout: 1 })
    if (!over) await log.close()
    await drop()
  }
  return { postgresUrl, sql, eventStore, log, close }
}

async function world(over?: World): Promise<World> {
  const { close, ...here } = await opened(over)
  onTestFinished(close)
  return here
}

function startProjector(world: World, of: readonly ReadModel[] = few): Projector {
  const projector = new Projector({ ...world, readModels: of, logger })
  onTestFinished(() => projector.stop())
  projector.start()
  return projector
}

/** Until every read model that is not parked has reached the end of the log. */
async function caughtUp({ sql, eventStore }: World, besides: readonly string[] = [], count = few.length): Promise<void> {
  await vi.waitFor(async () => {
    const head = await eventStore.head()
    const rows = await sql<{ read_model: string; commit_position: string | null }[]>`
      SELECT read_model, commit_position FROM projector.checkpoints WHERE state = 'live'`
    expect(rows).toHaveLength(count)
    for (const row of rows)
      if (!besides.includes(row.read_model)) expect(`${row.read_model}:${row.commit_position}`).toBe(`${row.read_model}:${head?.commit}`)
  }, patience)
}

const positions = async (sql: Sql): Promise<string> =>
  JSON.stringify(await sql`SELECT read_model, build, state, commit_position FROM projector.checkpoints ORDER BY 1, 2`)

const isRunning = (projector: Projector) =>
  vi.waitFor(() => {
    for (const { situation } of Object.values(projector.status().readModels)) expect(situation).toBe('running')
  }, patience)

/** Its log holds all events and is only read. */
let school: Awaited<ReturnType<typeof opened>>
const entries: LogEntry[] = []
/** The rows of every read model, and of these few. */
let ofAll: Record<string, string[]>
let expected: Record<string, string[]>

beforeAll(async () => {
  school = await opened()
  await appendHistory(school.eventStore, events, 1)
  for await (const batch of school.eventStore.replay({ from: null, batchSize: 500 })) entries.push(...batch)
  // An empty database is backfilled from the log.
  const projector = new Projector({ ...school, readModels, logger })
  projector.start()
  await caughtUp(school, [], readModels.length)
  await isRunning(projector)
  await projector.stop()
  ofAll = await readModelRows(school.sql)
  const views = few.flatMap(({ tables }) => Object.entries(tables).flatMap(([name, table]) => (table.private ? [] : [name])))
  expected = Object.fromEntries(views.toSorted().map((name) => [name, ofAll[name] ?? []]))
})

afterAll(async () => {
  await school.close()
  expect(Object.values(expected).flat().length).toBeGreaterThan(300)
})

test('live folding gives the same result as a backfill of an empty database', async () => {
  const here = await world()
  startProjector(here, readModels)
  await appendHistory(here.eventStore, events, 1)
  await caughtUp(here, [], readModels.length)
  expect(await readModelRows(here.sql)).toEqual(ofAll)
})

test('a projector stopped at any moment continues where it was', async () => {
  const here = await world()
  const appended = appendHistory(here.eventStore, events, 1)
  let isAppending = true
  void appended.finally(() => {
    isAppending = false
  })
  while (isAppending) {
    const projector = new Projector({ ...here, readModels: few, logger, batchSize: 3 })
    projector.start()
    await vi.waitFor(() => expect(!isAppending || projector.status().eventsFolded > 20).toBe(true), patience)
    await projector.stop()
  }
  await appended
  startProjector(here)
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)
})

/** A projector in its own process, with all read models. */
const startProcess = ({ postgresUrl, log }: World): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
    env: {
      ...process.env,
      POSTGRES_URL: postgresUrl,
      EVENTSTORE_URL: log.url,
      MASTER_KEY: testMasterKey,
      PROJECTOR_PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })

test('a projector whose process is paused is replaced, and does no harm when it continues', async () => {
  const here = await world()
  const paused = startProcess(here)
  onTestFinished(() => void paused.kill('SIGKILL'))
  const appended = appendHistory(here.eventStore, events, 1)
  const nothing = await positions(here.sql)
  await vi.waitFor(async () => expect(await positions(here.sql)).not.toBe(nothing), patience)
  paused.kill('SIGSTOP')
  startProjector(here, readModels)
  await appended
  await caughtUp(here, [], readModels.length)
  paused.kill('SIGCONT')
  // It continues with what it had read until it learns that it has lost the lease.
  await sleep(3_000)
  expect(await readModelRows(here.sql)).toEqual(ofAll)
})

test('a killed projector loses nothing and counts nothing twice', async () => {
  const here = await world()
  const third = Math.ceil(events.length / 3)
  for (const start of [0, third, 2 * third]) {
    const child = startProcess(here)
    const before = await positions(here.sql)
    const appended = appendHistory(here.eventStore, events.slice(start, start + third), 1)
    await vi.waitFor(async () => expect(await positions(here.sql)).not.toBe(before), patience)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    await appended
  }
  startProjector(here, readModels)
  await caughtUp(here, [], readModels.length)
  expect(await readModelRows(here.sql)).toEqual(ofAll)
})

test('a second projector stands by and takes over', async () => {
  const here = await world()
  const first = startProjector(here)
  await vi.waitFor(() => expect(first.status().role).toBe('active'), patience)
  const second = startProjector(here)
  await appendHistory(here.eventStore, events.slice(0, half), 1)
  await caughtUp(here)
  expect(second.status()).toMatchObject({ role: 'standby', eventsFolded: 0 })
  await first.stop()
  await vi.waitFor(() => expect(second.status().role).toBe('active'), patience)
  await appendHistory(here.eventStore, events.slice(half), 1)
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)
})

const firstDraw = events.findIndex(({ fact }) => fact.type === 'QuestionsDrawn')
/** The read models that fold the broken event. */
const needingDraws = ['study/study-days', 'study/analytics']

test('an unreadable event parks only the read models that need it', async () => {
  const here = await world()
  const projector = startProjector(here)
  await isRunning(projector)
  await appendHistory(here.eventStore, events.slice(0, firstDraw), 1)
  await appendRaw(here.log.url, 'studyDay-broken', [{ type: 'QuestionsDrawn', data: { userId: 'not a UUID' } }])
  await appendRaw(here.log.url, 'elsewhere-1', [{ type: 'NobodyKnowsThis', data: {} }])
  await appendHistory(here.eventStore, events.slice(firstDraw), 1)
  await caughtUp(here, needingDraws)

  const { readModels: status, unknownEvents } = projector.status()
  for (const name of needingDraws)
    expect(status[name]).toMatchObject({
      situation: 'parked',
      incident: { failure: { type: 'QuestionsDrawn', streamName: 'studyDay-broken' } },
    })
  expect(Object.values(status).filter(({ situation }) => situation === 'parked')).toHaveLength(needingDraws.length)
  expect(unknownEvents).toEqual(new Map([['NobodyKnowsThis', 1]]))
  const failures = await here.sql`SELECT read_model, event_type, stream_name, resolved_at FROM projector.failures ORDER BY read_model DESC`
  expect([...failures]).toEqual(
    needingDraws.map((read_model) => ({
      read_model,
      event_type: 'QuestionsDrawn',
      stream_name: 'studyDay-broken',
      resolved_at: null,
    })),
  )
  const models = await readModelRows(here.sql)
  for (const table of ['users', 'questions', 'user_modules', 'user_progress', 'study_streaks', 'leaderboard', 'leaderboard_total'])
    expect(models[table]).toEqual(expected[table])

  const study = few.filter(({ name }) => needingDraws.includes(name))
  const strict = await rebuild({ ...here, readModels: study, logger, signal })
  const failed = { kind: 'failed', failure: { streamName: 'studyDay-broken' } }
  expect(strict.results).toMatchObject(study.map(() => failed))
  const lenient = await rebuild({ ...here, readModels: study, logger, signal, skipMalformed: true })
  expect(lenient.results).toMatchObject(study.map(() => ({ kind: 'live', verified: false })))
  await caughtUp(here)
  await isRunning(projector)
  const [{ open } = { open: -1 }] = await here.sql<
    { open: number }[]
  >`SELECT count(*)::int AS open FROM projector.failures WHERE resolved_at IS NULL`
  expect(open).toBe(0)
  expect(await readModelRows(here.sql)).toEqual({ ...expected, user_responses: models.user_responses })
})

test('tables that differ from the definition park only their read model, and a rebuild repairs it', async () => {
  const here = await world()
  const sql = connectPostgres(here.postgresUrl, { name: 'victim', max: 16 })
  onTestFinished(() => sql.end({ timeout: 1 }))
  const projector = startProjector({ ...here, sql })
  await isRunning(projector)
  await appendHistory(here.eventStore, events.slice(0, half), 1)
  await caughtUp(here)
  const streaks = schemaOf(studyStreaks, { number: 1, version: studyStreaks.version })
  await here.sql`ALTER TABLE ${here.sql(streaks)}.study_streaks DROP COLUMN longest_streak CASCADE`
  // A new session has no old query plan.
  await here.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'victim'`
  await appendHistory(here.eventStore, events.slice(half), 1)
  await caughtUp(here, ['study/study-streaks'])
  await vi.waitFor(() => expect(projector.status().readModels['study/study-streaks']?.situation).toBe('parked'), patience)
  const study = few.filter(({ name }) => name === 'study/study-streaks')
  await rebuild({ ...here, readModels: study, logger, signal, acceptDifferences: true })
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toMatchObject({ study_streaks: expected.study_streaks, leaderboard: expected.leaderboard })
})

test('a new read model is backfilled up to the event that it cannot read', async () => {
  const before = await world(school)
  const upTo = entries[firstDraw - 1]?.position
  if (!upTo) throw new Error('Nothing was drawn.')
  await rebuild({ ...before, readModels: few.filter(({ name }) => name === 'study/study-days'), logger, signal, upTo })
  const { daily_questions } = await readModelRows(before.sql)

  const here = await world()
  await appendHistory(here.eventStore, events.slice(0, firstDraw), 1)
  await appendRaw(here.log.url, 'studyDay-broken', [{ type: 'QuestionsDrawn', data: { userId: 'not a UUID' } }])
  await appendHistory(here.eventStore, events.slice(firstDraw), 1)
  const projector = startProjector(here)
  await caughtUp(here, needingDraws)
  await vi.waitFor(() => expect(projector.status().readModels['study/study-days']?.situation).toBe('parked'), patience)
  const models = await readModelRows(here.sql)
  expect(daily_questions).not.toEqual([])
  expect(models.daily_questions).toEqual(daily_questions)
  expect(models.user_progress).toEqual(expected.user_progress)
})

const breaks = {
  'the event store': async () => {
    throw new Error('the event store restarts')
  },
  'the loss of its sessions': async ({ sql }: World) =>
    void (await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_progress_copy WHERE datname = current_database()`),
}

test.each(Object.entries(breaks))('a backfill interrupted by %s releases its tables, and the next one completes', async (_, breakOff) => {
  const here = await world(school)
  let readings = 0
  let copies = 0
  let isBroken = false
  const openCopies = () => here.sql`SELECT 1 FROM pg_stat_progress_copy WHERE datname = current_database()`
  const breaking: Pick<EventStore, 'follow' | 'replay' | 'head'> = {
    follow: (options) => here.eventStore.follow(options),
    head: () => here.eventStore.head(),
    replay: async function* ({ from }) {
      readings++
      for await (const batch of here.eventStore.replay({ from, batchSize: 25 })) {
        yield batch
        if (!isBroken) copies = (await openCopies()).length
        if (copies > 0 && !isBroken) {
          isBroken = true
          await breakOff(here)
        }
      }
    },
  }
  const projector = new Projector({ ...here, eventStore: breaking, readModels: few, logger })
  onTestFinished(() => projector.stop())
  projector.start()
  await caughtUp(here)
  expect(copies).toBeGreaterThan(0)
  expect(readings).toBeGreaterThan(1)
  expect(await readModelRows(here.sql)).toEqual(expected)
  expect([...(await openCopies())]).toEqual([])
})

test('a rebuild does not wait forever for a locked table, and tries again', async () => {
  const here = await world(school)
  const leftOver = await here.sql.begin((tx) => createBuild(tx, userResponses, 'backfilling'))
  const holder = await here.sql.reserve()
  await holder`BEGIN`
  await holder.unsafe(`LOCK TABLE ${schemaOf(userResponses, leftOver)}.user_responses`)
  const rebuilt = rebuild({ ...here, readModels: [userResponses], logger, signal })
  const waiting = () => here.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), patience)
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), patience)
  await holder`ROLLBACK`
  holder.release()
  expect((await rebuilt).results).toMatchObject([{ kind: 'live' }])
})

/**
 * Answers, one of them with this size and time: in a table that is copied while the log is read, and in one that is
 * kept in memory until the end.
 */
const refused = (name: 'added' | 'kept' | 'timed', culprit: bigint, odd: { size?: number; at?: string }): ReadModel =>
  defineReadModel({
    name: `study/refused-${name}`,
    version: 1,
    tables: {
      [`${name}_answers`]: table({
        key: ['id'],
        columns: { id: 'uuid', size: 'integer', at: 'timestamptz' },
        ...(name === 'added' && { appendOnly: true as const }),
      }),
    },
    on: {
      AnswerSubmitted: ({ id, position, metadata }, rows) =>
        rows[`${name}_answers`]?.set({ id, size: 1, at: metadata.occurredAt, ...(position.commit === culprit && odd) }),
    },
  })

const answered = () => entries.flatMap((entry) => (entry.kind === 'fact' && entry.fact.type === 'AnswerSubmitted' ? [entry] : []))

test('a value that Postgres rejects during a backfill parks only its read model, at that event', async () => {
  const here = await world(school)
  const culprit = answered()[20]
  if (!culprit) throw new Error('No one answered.')
  const { commit } = culprit.position
  const { correlationId } = culprit.fact.metadata
  const odd = [
    refused('added', commit, { size: 2 ** 40 }),
    refused('kept', commit, { size: 2 ** 40 }),
    refused('timed', commit, { at: 'never' }),
  ]
  const names = odd.map(({ name }) => name)
  const projector = startProjector(here, [...few, ...odd])
  await caughtUp(here, names, few.length + odd.length)
  await vi.waitFor(() => {
    for (const [name, { situation }] of Object.entries(projector.status().readModels))
      expect(`${name} ${situation}`).toBe(`${name} ${names.includes(name) ? 'parked' : 'running'}`)
  }, patience)
  const failures = await here.sql`
    SELECT read_model, commit_position, event_type, error FROM projector.failures WHERE resolved_at IS NULL ORDER BY 1`
  expect([...failures]).toEqual(
    names.map((read_model) => ({
      read_model,
      commit_position: String(commit),
      event_type: 'AnswerSubmitted',
      error: expect.stringMatching(/out of range|Invalid time value/),
    })),
  )
  for (const name of names) expect(projector.status().readModels[name]).toMatchObject({ incident: { failure: { correlationId } } })
  const { added_answers, kept_answers, timed_answers, ...others } = await readModelRows(here.sql)
  expect(others).toEqual(expected)
  for (const rows of [added_answers, kept_answers, timed_answers]) expect(rows).toHaveLength(20)
})

test('a backfill with two faulty events parks its read model at the earlier one', async () => {
  const here = await world(school)
  const answers = answered()
  const [earlier = 0n, later] = [20, 40].map((index) => answers[index]?.position.commit)
  const sized = refused('kept', earlier, { size: 2 ** 40 })
  const twice: ReadModel = {
    ...sized,
    on: {
      AnswerSubmitted: (fact, rows) => {
        if (fact.position.commit === later) throw new Error('not this one')
        sized.on.AnswerSubmitted?.(fact, rows)
      },
    },
  }
  const projector = startProjector(here, [twice, userProgress])
  await caughtUp(here, [twice.name], 2)
  const failure = { position: { commit: earlier }, error: expect.stringContaining('out of range') }
  const parked = { situation: 'parked', incident: { failure } }
  await vi.waitFor(() => expect(projector.status().readModels[twice.name]).toMatchObject(parked), patience)
  expect((await readModelRows(here.sql)).kept_answers).toHaveLength(20)
})

test('a read model whose fold was fixed continues where it was parked', async () => {
  const here = await world()
  const broken: ReadModel = {
    ...userResponses,
    on: {
      ...userResponses.on,
      AnswerSubmitted: (fact, rows) => {
        if (fact.metadata.occurredAt > '2026-01-08') throw new Error('not today')
        userResponses.on.AnswerSubmitted?.(fact, rows)
      },
    },
  }
  const faulty = startProjector(here, [broken, userProgress])
  await isRunning(faulty)
  await appendHistory(here.eventStore, events, 1)
  await caughtUp(here, [broken.name], 2)
  expect(faulty.status().readModels[broken.name]).toMatchObject({
    situation: 'parked',
    incident: { failure: { error: 'Error: not today' } },
  })
  await faulty.stop()
  startProjector(here, [userResponses, userProgress])
  await caughtUp(here, [], 2)
  expect((await readModelRows(here.sql)).user_responses).toHaveLength(expected.user_responses?.length ?? 0)
  await vi.waitFor(
    async () => expect([...(await here.sql`SELECT 1 FROM projector.failures WHERE resolved_at IS NULL`)]).toEqual([]),
    patience,
  )
})

test('a rebuild under load is verified, goes live without a gap, and can be reverted', async () => {
  const here = await world()
  startProjector(here)
  const appended = appendHistory(here.eventStore, events, 1)
  await vi.waitFor(async () => {
    const started = await here.sql`SELECT 1 FROM projector.checkpoints WHERE state = 'live' AND commit_position > 20000`
    expect(started).toHaveLength(few.length)
  }, patience)
  const { results } = await rebuild({ ...here, readModels: few, logger, signal })
  expect(results.map((result) => result.kind === 'live' && result.verified)).toEqual(few.map(() => true))
  await appended
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)

  expect(await rollBack({ sql: here.sql, readModel: userProgress })).toMatchObject({ number: 1 })
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)
})

test('a rebuild that would change results is refused unless requested', async () => {
  const here = await world(school)
  startProjector(here)
  await caughtUp(here)
  const kind: ReadModel = {
    ...userProgress,
    on: {
      ...userProgress.on,
      AnswerSubmitted: (fact, rows) =>
        fact.type === 'AnswerSubmitted' && userProgress.on.AnswerSubmitted?.({ ...fact, data: { ...fact.data, isCorrect: true } }, rows),
    },
  }
  expect((await rebuild({ ...here, readModels: [kind], logger, signal })).results).toMatchObject([
    { kind: 'different', tables: ['user_progress'] },
  ])
  expect(await readModelRows(here.sql)).toEqual(expected)
  const accepted = await rebuild({ ...here, readModels: [kind], logger, signal, acceptDifferences: true })
  expect(accepted.results).toMatchObject([{ kind: 'live', verified: false }])
  expect((await readModelRows(here.sql)).user_progress).not.toEqual(expected.user_progress)
})

test('a rebuild that cannot fold a new event says so and leaves the live build', async () => {
  const here = await world()
  const projector = startProjector(here, [userProgress])
  await appendHistory(here.eventStore, events.slice(0, events.length >> 1), 1)
  await caughtUp(here, [], 1)
  const before = (await here.eventStore.head())?.commit ?? 0n
  const broken: ReadModel = {
    ...userProgress,
    on: {
      AnswerSubmitted: (fact, rows) => {
        if (fact.position.commit > before) throw new Error('not today')
        userProgress.on.AnswerSubmitted?.(fact, rows)
      },
    },
  }
  let hasGrown = false
  const growing: Pick<EventStore, 'replay' | 'head'> = {
    head: () => here.eventStore.head(),
    replay: async function* (options) {
      yield* here.eventStore.replay(options)
      if (hasGrown) return
      hasGrown = true
      await appendHistory(here.eventStore, events.slice(events.length >> 1), 1)
      await caughtUp(here, [], 1)
    },
  }
  const { results } = await rebuild({ ...here, eventStore: growing, readModels: [broken], logger, signal })
  expect(results).toMatchObject([{ kind: 'failed', failure: { error: 'Error: not today' } }])
  await isRunning(projector)
  expect((await readModelRows(here.sql)).user_progress).toEqual(expected.user_progress)
})

test.each([
  { grownBy: 0, log: 'ends before the checkpoints' },
  { grownBy: 80, log: 'has grown beyond the checkpoints again' },
])('a log that was reset and $log parks every read model until all are rebuilt from it', async ({ grownBy }) => {
  const here = await world()
  await appendHistory(here.eventStore, events.slice(0, half + 60), 1)
  const before = startProjector(here)
  await caughtUp(here)
  await before.stop()

  // The same log without its last 60 events, as after a power cut or from an old backup.
  const there = await world()
  const after = { ...there, sql: here.sql, postgresUrl: here.postgresUrl }
  await appendHistory(after.eventStore, events.slice(0, half), 1)
  const rest = events.slice(half)
  // After it, the same events have other positions.
  if (grownBy > 0) await appendRaw(after.log.url, 'elsewhere-1', [{ type: 'NobodyKnowsThis', data: {} }])
  await appendHistory(after.eventStore, rest.slice(0, grownBy), 1)
  const isParked = (projector: Projector) =>
    vi.waitFor(() => {
      for (const status of Object.values(projector.status().readModels))
        expect(status).toMatchObject({ situation: 'parked', incident: { words: expect.stringContaining('it was set back') } })
    }, patience)
  const parked = startProjector(after)
  await isParked(parked)
  const folded = await positions(here.sql)
  // Also when it restarts and the log has grown beyond the checkpoints.
  await appendHistory(after.eventStore, rest.slice(grownBy), 1)
  await parked.stop()
  const restarted = startProjector(after)
  await isParked(restarted)
  expect(await positions(here.sql)).toBe(folded)

  const { results } = await rebuild({ ...after, readModels: few, logger, signal })
  expect(results.map(({ kind }) => kind)).toEqual(few.map(() => 'live'))
  await isRunning(restarted)
  await caughtUp(after)
  expect(await readModelRows(here.sql)).toEqual(expected)
  expect([...(await here.sql`SELECT 1 FROM projector.failures WHERE resolved_at IS NULL`)]).toEqual([])
})

test('a new version is backfilled beside the live one and then replaces it', async () => {
  const here = await world(school)
  const first = startProjector(here)
  await caughtUp(here)
  await first.stop()
  const next = few.map((readModel) => (readModel === userProgress ? { ...userProgress, version: userProgress.version + 1 } : readModel))
  startProjector(here, next)
  await vi.waitFor(async () => {
    const [live] = await here.sql`SELECT version FROM projector.checkpoints WHERE read_model = 'study/user-progress' AND state = 'live'`
    expect(live).toEqual({ version: userProgress.version + 1 })
  }, patience)
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)
})

test('the projector survives the loss of all its sessions', async () => {
  const here = await world()
  // Sessions of others than the writer: these are to be dropped.
  const sql = connectPostgres(here.postgresUrl, { name: 'victim', max: 16 })
  const eventStore = new EventStore({ url: here.log.url, vault: new Vault(sql, testMasterKey), logger })
  onTestFinished(async () => {
    await eventStore.close()
    await sql.end({ timeout: 1 })
  })
  const projector = startProjector({ ...here, sql, eventStore })
  await isRunning(projector)
  const appended = appendHistory(here.eventStore, events, 1)
  const holder = async () => {
    const [lease] = await here.sql<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lease projector' AND state = 'idle'`
    return lease?.pid
  }
  for (let times = 0; times < 3; times++) {
    const before = await holder()
    await here.sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name IN ('victim', 'lease projector')`
    await vi.waitFor(async () => {
      const after = await holder()
      expect(after).toBeGreaterThan(0)
      expect(after).not.toBe(before)
    }, patience)
    await isRunning(projector)
  }
  await appended
  await caughtUp(here)
  expect(await readModelRows(here.sql)).toEqual(expected)
})

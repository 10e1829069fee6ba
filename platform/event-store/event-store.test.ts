import { accountRegistered } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { connectPostgres, type Sql } from '../postgres/connection.ts'
import { startTestEventStore, type TestEventStore } from '../testing/event-store.ts'
import { freePort } from '../testing/free-port.ts'
import { testMasterKey } from '../testing/master-key.ts'
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { appendRaw, rawLog } from '../testing/raw-events.ts'
import { Vault } from '../vault/vault.ts'
import { EventStore, EventStoreUnavailable, type EventToAppend, LogSetBack, WrongExpectedRevision } from './event-store.ts'
import type { LogEntry } from './log-entry.ts'

let database: TestDatabase
let sql: Sql
let vault: Vault
let server: TestEventStore
let store: EventStore

beforeAll(async () => {
  database = await createTestDatabase()
  sql = connectPostgres(database.url, { name: 'test' })
  vault = new Vault(sql, testMasterKey)
  server = await startTestEventStore()
  store = connect(server.url)
})
afterAll(async () => {
  await store.close()
  await server.close()
  await sql.end()
  await database.drop()
})

const connect = (url: string) => new EventStore({ url, vault, logger: quietLogger })
const metadata = () => ({
  correlationId: 'c',
  causationId: 'c',
  commandId: uuidV4(),
  actorId: 'test',
  occurredAt: '2026-03-01T12:00:00.000Z',
})
const toAppend = (event: Fact, id = uuidV4()): EventToAppend => ({ id, event, metadata: metadata() })
const claimed = (emailHash: string): Fact => ({ type: 'EmailClaimed', data: { emailHash, userId: uuidV4() } })
const registered = (userId: string): Fact => accountRegistered(userId)
const newStream = () => `email-${uuidV4()}`

/** Follows until the predicate holds for what has arrived, then leaves. */
async function followUntil(from: EventStore, after: Parameters<EventStore['follow']>[0]['from'], done: (seen: LogEntry[]) => boolean) {
  const seen: LogEntry[] = []
  const leaving = new AbortController()
  for await (const batch of from.follow({ from: after, batchSize: 100, signal: leaving.signal })) {
    seen.push(...batch)
    if (done(seen)) leaving.abort()
  }
  return seen
}

const streamOf = (entry: LogEntry) => (entry.kind === 'fact' ? entry.fact.streamName : entry.streamName)

describe('append and read', () => {
  test('appended events are read back, with their place in stream and log', async () => {
    const stream = newStream()
    const [first, second] = [claimed('one'), claimed('two')]
    const appended = await store.append(stream, 'no_stream', [toAppend(first), toAppend(second)])
    const read = await store.readStream(stream)
    expect(read).toMatchObject([
      { ...first, revision: 0n, streamName: stream, metadata: { schemaVersion: '1', actorId: 'test' } },
      { ...second, revision: 1n },
    ])
    expect(appended.revision).toBe(1n)
    expect(read[1]?.position).toEqual(appended.position)
    expect(await store.readStream(stream, 1n)).toEqual([read[1]])
    expect(await store.readStream(newStream())).toEqual([])
  })

  test('a wrong expected revision is told apart from every other failure', async () => {
    const stream = newStream()
    await store.append(stream, 'no_stream', [toAppend(claimed('x'))])
    await expect(store.append(stream, 'no_stream', [toAppend(claimed('y'))])).rejects.toThrow(WrongExpectedRevision)
    await expect(store.append(stream, 5n, [toAppend(claimed('y'))])).rejects.toThrow(WrongExpectedRevision)
    expect(await store.readStream(stream)).toHaveLength(1)
  })

  test('a repeated append is recognized and answers the same position', async () => {
    const stream = newStream()
    const event = toAppend(claimed('x'))
    const first = await store.append(stream, 'no_stream', [event])
    await store.append(stream, 0n, [toAppend(claimed('y'))])
    expect(await store.append(stream, 'no_stream', [event])).toMatchObject({ position: first.position })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('ten equal concurrent appends append once, and all answer the same position', async () => {
    const stream = newStream()
    const proposed = [toAppend(claimed('one')), toAppend(claimed('two'))]
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => store.append(stream, 'no_stream', proposed)))
    for (const other of others) expect(other).toEqual(first)
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('data that does not fit its schema is refused before it is sent', async () => {
    const stream = newStream()
    // @ts-expect-error An event whose data is incomplete does not compile.
    await expect(store.append(stream, 'no_stream', [toAppend({ type: 'EmailClaimed', data: { emailHash: 1n } })])).rejects.toThrow(ZodError)
    // @ts-expect-error Nor does an event that the catalog does not know.
    await expect(store.append(stream, 'no_stream', [toAppend({ type: 'Unheard', data: {} })])).rejects.toThrow('not in the event catalog')
    expect(await store.readStream(stream)).toEqual([])
  })

  test('on a cold client, the first of many concurrent appends lands first', async () => {
    const cold = connect(server.url)
    const appended = await Promise.all(Array.from({ length: 20 }, () => cold.append(newStream(), 'no_stream', [toAppend(claimed('x'))])))
    const positions = appended.map(({ position }) => position.commit)
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)))
    await cold.close()
  })
})

describe('personal data', () => {
  test('is only sealed in the log, and unreadable once the key is destroyed', async () => {
    const userId = uuidV4()
    const event = registered(userId)
    await store.append(`account-${userId}`, 'no_stream', [toAppend(event)])
    expect(await store.readStream(`account-${userId}`)).toMatchObject([event])

    const strangers = new EventStore({
      url: server.url,
      vault: new Vault(sql, Buffer.alloc(32, 8).toString('base64')),
      logger: quietLogger,
    })
    await expect(strangers.readStream(`account-${userId}`)).rejects.toThrow()
    await strangers.close()

    await vault.destroyKey(userId)
    const [erased] = await store.readStream(`account-${userId}`)
    expect(erased?.data).toEqual({ userId, email: null, firstName: null, lastName: null, timeZone: 'UTC', agreedTo: null })
    await expect(store.append(`account-${userId}`, 0n, [toAppend(event)])).rejects.toThrow('destroyed')
  })

  test('is sealed as a whole if it is not text: the days of a plan reveal the exam date', async () => {
    const userId = uuidV4()
    const days = [{ date: '2031-07-23', module: 'Trauma' as const, newQuestions: 5, reviews: 0, exam: null }]
    const event: Fact = { type: 'PlanLaidOut', data: { userId, from: '2031-07-23', examDate: '2031-07-24', cause: 'exam_date', days } }
    const stream = `plan-${userId}`
    await store.append(stream, 'no_stream', [toAppend(event)])
    expect(await store.readStream(stream)).toMatchObject([event])
    expect(await rawLog(server.url)).not.toContain('"newQuestions"')

    await vault.destroyKey(userId)
    expect(await store.readStream(stream)).toMatchObject([{ data: { ...event.data, examDate: null, days: null } }])
  })
})

describe('follow and replay', () => {
  test('a follower gets everything after its position once, then new events', async () => {
    const stream = newStream()
    const start = await store.head()
    await store.append(
      stream,
      'no_stream',
      Array.from({ length: 250 }, () => toAppend(claimed('past'))),
    )
    const seen = followUntil(store, start, (entries) => entries.length >= 260)
    for (let revision = 249n; revision < 259n; revision++) await store.append(stream, revision, [toAppend(claimed('live'))])
    const facts = (await seen).map((entry) => entry.kind === 'fact' && entry.fact.revision)
    expect(facts).toEqual(Array.from({ length: 260 }, (_, revision) => BigInt(revision)))
  })

  test('a replay begins after its position and ends with the log, without system events', async () => {
    const stream = newStream()
    const { position } = await store.append(stream, 'no_stream', [toAppend(claimed('one'))])
    await store.append(stream, 0n, [toAppend(claimed('two')), toAppend(claimed('three'))])
    const batches: (readonly LogEntry[])[] = []
    for await (const batch of store.replay({ from: position, batchSize: 1 })) batches.push(batch)
    expect(batches.flat().map(streamOf)).toEqual([stream, stream])
    for await (const batch of store.replay({ from: null, batchSize: 1000 }))
      for (const entry of batch) expect(entry.kind === 'unknown' ? entry.type : '').not.toMatch(/^\$/)
    expect((await store.head())?.commit).toBe(batches.at(-1)?.at(-1)?.position.commit)
  })

  test('a replay of some types asks the server only for these, including broken events', async () => {
    const start = await store.head()
    const [stream, broken] = [newStream(), newStream()]
    await store.append(stream, 'no_stream', [toAppend(claimed('one')), toAppend({ ...claimed('one'), type: 'EmailReleased' } as Fact)])
    await appendRaw(server.url, broken, [{ type: 'EmailReleased', data: {}, metadata: { schemaVersion: '1', ...metadata() } }])
    await appendRaw(server.url, newStream(), [{ type: 'EmailReleasedLater', data: {} }])
    const entries: LogEntry[] = []
    for await (const batch of store.replay({ from: start, batchSize: 10, types: ['EmailReleased'] })) entries.push(...batch)
    expect(entries).toMatchObject([
      { kind: 'fact', fact: { type: 'EmailReleased', streamName: stream } },
      { kind: 'malformed', type: 'EmailReleased', streamName: broken },
    ])
    const [first] = entries
    for await (const batch of store.replay({ from: first?.position ?? null, batchSize: 1, types: ['EmailReleased'] }))
      expect(batch.map(streamOf)).toEqual([broken])
    for await (const batch of store.replay({ from: null, batchSize: 1, types: ['EmailReleased'] })) {
      expect(batch).toHaveLength(1)
      break
    }
  })

  test('unknown and broken events are reported as such', async () => {
    const start = await store.head()
    const [unknown, badData, badMetadata] = [newStream(), newStream(), newStream()]
    await appendRaw(server.url, unknown, [{ type: 'FromTheFuture', data: { x: 1 } }])
    await appendRaw(server.url, badData, [
      { type: 'EmailClaimed', data: { emailHash: 1 }, metadata: { schemaVersion: '1', ...metadata() } },
    ])
    await appendRaw(server.url, badMetadata, [
      { type: 'EmailClaimed', data: claimed('x').data as object, metadata: { schemaVersion: 'one' } },
    ])
    const seen = await followUntil(store, start, (entries) => entries.length >= 3)
    expect(seen).toMatchObject([
      { kind: 'unknown', type: 'FromTheFuture', streamName: unknown },
      { kind: 'malformed', type: 'EmailClaimed', streamName: badData },
      { kind: 'malformed', type: 'EmailClaimed', streamName: badMetadata },
    ])
    await expect(store.readStream(badData)).rejects.toThrow('cannot be read')
  })

  test('an event with a newer schema version is broken, not misread', async () => {
    const start = await store.head()
    await appendRaw(server.url, newStream(), [
      { type: 'EmailClaimed', data: claimed('x').data as object, metadata: { ...metadata(), schemaVersion: '2' } },
    ])
    const [entry] = await followUntil(store, start, (entries) => entries.length > 0)
    expect(entry).toMatchObject({ kind: 'malformed', error: expect.stringContaining('newer than the known') })
  })
})

describe('when the server comes and goes', () => {
  test('a follower continues where it was, and appends wait until the server is back', async () => {
    const own = await startTestEventStore()
    const client = connect(own.url)
    const stream = newStream()
    await client.append(stream, 'no_stream', [toAppend(claimed('x'))])
    const seen = followUntil(client, null, (entries) => entries.length >= 4)

    for (let revision = 0n; revision < 3n; revision++) {
      await own.stop()
      const append = client.append(stream, revision, [toAppend(claimed('x'))])
      await own.restart()
      expect(await append).toMatchObject({ revision: revision + 1n })
    }

    expect((await seen).map((entry) => entry.kind === 'fact' && entry.fact.revision)).toEqual([0n, 1n, 2n, 3n])
    await client.close()
    await own.close()
  })

  test('a break rejects all pending appends, but each is appended once', async () => {
    const own = await startTestEventStore()
    const client = connect(own.url)
    const streams = Array.from({ length: 300 }, newStream)
    const appends = streams.map((stream) => client.append(stream, 'no_stream', [toAppend(claimed('x'))]))
    await own.stop()
    await own.restart()
    await Promise.all(appends)
    for (const stream of streams) expect(await client.readStream(stream)).toHaveLength(1)
    await client.close()
    await own.close()
  })

  test('a follower that leaves releases its call, and another can continue where it was', async () => {
    const start = await store.head()
    const stream = newStream()
    await store.append(
      stream,
      'no_stream',
      Array.from({ length: 30 }, () => toAppend(claimed('x'))),
    )
    for (let round = 0; round < 30; round++) expect(await followUntil(store, start, (entries) => entries.length >= 30)).toHaveLength(30)
  })

  test('a log that does not hold what was read from it is told as set back, when following begins and when it reconnects', async () => {
    const own = await startTestEventStore()
    const client = connect(own.url)
    const signal = new AbortController().signal
    const stream = newStream()
    const { position } = await client.append(stream, 'no_stream', [toAppend(claimed('x'))])
    expect(await client.holds(stream, 0n, position.eventId)).toBe(true)
    expect(await client.holds(stream, 0n, uuidV4())).toBe(false)
    expect(await client.holds(stream, 1n, position.eventId)).toBe(false)
    expect(await client.holds(newStream(), 0n, position.eventId)).toBe(false)
    for (const lost of [
      { ...position, eventId: uuidV4() },
      { commit: position.commit + 25_672n, prepare: position.prepare + 25_672n },
    ]) {
      await expect(client.follow({ from: null, batchSize: 100, signal, reached: () => lost }).next()).rejects.toThrow(LogSetBack)
    }
    let reached = position
    const following = client.follow({ from: null, batchSize: 100, signal, reached: () => reached })
    expect((await following.next()).value).toHaveLength(1)
    reached = { ...position, eventId: uuidV4() }
    await own.stop()
    await own.restart()
    await expect(following.next()).rejects.toThrow(LogSetBack)
    await client.close()
    await own.close()
  })

  test('a cluster without a reachable node is unavailable, and its client is replaced', async () => {
    const own = await startTestEventStore()
    const closedPort = await freePort()
    const client = connect(`esdb://127.0.0.1:${closedPort},127.0.0.1:${own.port}?tls=false`)
    await own.stop()
    const stream = newStream()
    const event = toAppend(claimed('x'))
    await expect(client.append(stream, 'no_stream', [event])).rejects.toThrow(EventStoreUnavailable)
    await own.restart()
    expect(await client.append(stream, 'no_stream', [event])).toMatchObject({ revision: 0n })
    await client.close()
    await own.close()
  })

  test('a server that is down or frozen is reported as unavailable in bounded time', async () => {
    const down = connect(`esdb://127.0.0.1:${await freePort()}?tls=false`)
    const own = await startTestEventStore()
    const client = connect(own.url)
    const stream = newStream()
    const event = toAppend(claimed('x'))
    await client.append(stream, 'no_stream', [event])
    own.signal('SIGSTOP')
    const second = toAppend(claimed('y'))
    await Promise.all([
      expect(down.readStream(newStream())).rejects.toThrow(EventStoreUnavailable),
      expect(client.append(stream, 0n, [second])).rejects.toThrow(EventStoreUnavailable),
    ])
    own.signal('SIGCONT')
    // The outcome was unknown; the same append sent again settles it, once.
    await expect.poll(() => client.append(stream, 0n, [second]).then(({ revision }) => revision), { timeout: 60_000 }).toBe(1n)
    expect(await client.readStream(stream)).toHaveLength(2)
    await down.close()
    await client.close()
    await own.close()
  })
})

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { Storage, type Stream } from '@medicready/local/eventstoredb/storage'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { hashToken } from '@medicready/platform/http/identity'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres, type Sql } from '@medicready/platform/postgres/connection'
import { migrate } from '@medicready/platform/postgres/migrate'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import type { ReadModel } from '@medicready/projector/read-models/definition'
import { type Log, throughTheClient, writeThrough } from '../log-writing.ts'
import { type PartName, Product } from '../product.ts'

export const benchLogger = createLogger('bench', 'warn')

/** For events that a bench appends itself. */
export const benchMetadata = (commandId = 'bench') => ({
  ...{ correlationId: 'bench', causationId: 'bench', commandId, actorId: 'bench' },
  occurredAt: new Date().toISOString(),
})

/** Unless it is shared, the log is empty and nothing else runs. */
export type BenchProduct = Awaited<ReturnType<typeof startOwnBenchProduct>>

let shared: BenchProduct | null = null

/**
 * Lets benches share one product, which saves the starts; benches that need a log of their own still start one. Returns
 * how to end it.
 */
export async function shareBenchProduct(): Promise<() => Promise<void>> {
  const bench = await startOwnBenchProduct({ PASSWORD_MEMORY_KIB: '64' })
  shared = bench
  await bench.product.start('inbox', 'stripe')
  await bench.serve('projector', 'command-api', 'read-api', 'edge')
  return async () => {
    shared = null
    await bench[Symbol.asyncDispose]()
  }
}

export async function startBenchProduct(): Promise<BenchProduct> {
  return shared ? { ...shared, [Symbol.asyncDispose]: async () => undefined } : startOwnBenchProduct()
}

export async function startOwnBenchProduct(given: Record<string, string> = {}) {
  const product = await Product.prepare({ LOG_LEVEL: 'warn', PASSWORD_MEMORY_KIB: '', ...(await onSharedServer()), ...given })
  const { environment } = product
  const ends = new AsyncDisposableStack()
  ends.defer(() => product.stop())
  try {
    if (!shared) await product.start('postgres')
    await migrate(environment.POSTGRES_URL, product.rolePasswords)
  } catch (error) {
    await ends.disposeAsync()
    throw error
  }
  const sql = connectPostgres(environment.POSTGRES_URL, { name: 'bench' })
  ends.defer(() => sql.end({ timeout: 5 }))
  const vault = new Vault(sql, environment.MASTER_KEY)
  let eventStore: EventStore | null = null
  ends.defer(() => eventStore?.close())
  return {
    product,
    environment,
    sql,
    vault,
    /** Opened on first use: the event store must run by then. */
    eventStore: (): EventStore => {
      eventStore ??= new EventStore({ url: environment.EVENTSTORE_URL, vault, logger: benchLogger })
      return eventStore
    },
    /** Starts the event store, does the set-up, and then starts these. */
    serve: async (...names: readonly PartName[]): Promise<void> => {
      await product.start('event-store')
      await product.runSetup()
      await product.start(...names)
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

/** A log of its own needs a database of its own, but no server. */
async function onSharedServer(): Promise<Record<string, string>> {
  if (!shared) return {}
  const url = new URL(shared.environment.POSTGRES_URL)
  url.pathname = `/bench_${Date.now()}`
  await shared.sql`CREATE DATABASE ${shared.sql(url.pathname.slice(1))}`
  return { POSTGRES_URL: url.href }
}

export async function rebuildAll(
  of: Pick<Parameters<typeof rebuild>[0], 'postgresUrl' | 'sql' | 'eventStore'>,
  wanted: readonly ReadModel[],
): Promise<number> {
  const signal = AbortSignal.timeout(1_800_000)
  const { results, events } = await rebuild({ ...of, readModels: wanted, logger: benchLogger, signal })
  const missing = results.filter(({ kind }) => kind !== 'live').map(({ readModel }) => readModel.name)
  if (missing.length > 0) throw new Error(`${missing.join(', ')} cannot be read.`)
  return events
}

/** Projects the whole log, or waits until a running projector has. */
export async function project({ product, eventStore, sql: ours }: BenchProduct): Promise<void> {
  if (product.isRunning('projector')) {
    const head = String((await eventStore().head())?.commit)
    const behind = () => ours`SELECT FROM projector.checkpoints WHERE state = 'live' AND commit_position < ${head}`
    while ((await behind()).length > 0) await sleep(50)
    return
  }
  const { POSTGRES_URL } = product.environmentOf('projector')
  const sql = connectPostgres(POSTGRES_URL, projectorSession('bench'))
  await rebuildAll({ postgresUrl: POSTGRES_URL, sql, eventStore: eventStore() }, readModels).finally(() => sql.end({ timeout: 5 }))
}

/** Sessions as after a login, without hashing or a second factor. Returns bearer tokens. */
export async function signIn(sql: Sql, userIds: readonly string[], { hasSecondFactor = false } = {}): Promise<string[]> {
  const tokens = userIds.map((userId) => `bench-session-of-${userId}`)
  const session = (userId: string) => JSON.stringify({ cookie: { path: '/' }, userId, hasSecondFactor, idleMinutes: 60 })
  await sql`
    INSERT INTO auth.sessions (sid, sess, expire)
    SELECT sid, sess::json, now() + interval '1 day' FROM unnest(${userIds as string[]}::text[], ${userIds.map(session)}::text[]) AS s(sid, sess)
    ON CONFLICT DO NOTHING`
  await sql`
    INSERT INTO auth.bearer_tokens (token_hash, sid)
    SELECT decode(hash, 'hex'), sid
    FROM unnest(${tokens.map((token) => hashToken(token).toString('hex'))}::text[], ${userIds as string[]}::text[]) AS t(hash, sid)
    ON CONFLICT DO NOTHING`
  return tokens
}

export async function cpuOf(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return 1_000 * Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(metrics)?.[1])
}

/** Most other streams are those of a past day. */
const STREAMS_REMEMBERED = 200_000
const TOLD_EACH = 200_000

/**
 * Writes a past into the log and starts the event store. Writes into the files of a stopped stand-in: the same bytes,
 * many times faster. Returns the number of events.
 */
export async function writeLog(bench: BenchProduct, events: Iterable<HistoryEvent>, tell = (_: string) => {}): Promise<number> {
  const isDirect = eventStoreProgram().isStandIn && !bench.product.isRunning('event-store')
  if (!isDirect) await bench.product.start('event-store')
  const log = isDirect ? ofTheStandIn(join(bench.environment.DATA_DIR, 'event-store')) : throughTheClient(bench.environment.EVENTSTORE_URL)
  const count = await writeThrough(log, events, bench.vault, (written) => {
    if (written % TOLD_EACH === 0) tell(`${written.toLocaleString('en-US')} events written`)
  })
  if (isDirect) await bench.product.start('event-store')
  return count
}

/** Every stream is new and in order, so there is nothing to compare. */
function ofTheStandIn(directory: string): Log {
  const storage = new Storage(directory)
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
  let streams = new Map<string, Stream>()
  return {
    async write(batch) {
      if (streams.size > STREAMS_REMEMBERED) streams = new Map()
      storage.transaction(() => {
        for (const { streamName, id, type, data, metadata } of batch) {
          const stream = streams.get(streamName) ?? storage.ensureStream(streamName)
          const event = { id, type, contentType: 'application/json', data: bytes(data), metadata: bytes(metadata) }
          const { revision } = storage.write(stream, [event])
          streams.set(streamName, { ...stream, revision })
        }
      })
    },
    close: async () => storage.close(),
  }
}

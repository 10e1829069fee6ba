import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Position } from '@medicready/domain/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type FoldFailure, failureOf, isAfter } from './fold.ts'
import { GenerationFold } from './generation-fold.ts'
import { createGeneration, createIndexes, type Generation, tablesOf } from './generations.ts'
import type { AnyRows, Handler, Projection, Row } from './projection.ts'
import type { TableSql } from './tables.ts'

/** Events decoded ahead of the fold. */
const READ_BATCH = 2_000
/** Characters handed to Postgres at once. */
const COPY_CHUNK = 256 * 1024
/** Beyond this many rows in memory the rest of the log is folded in ordinary batches. */
const ROWS_IN_MEMORY = 1_500_000
/** Events a batch once the tables are in Postgres. */
const WRITE_BATCH = 5_000

/** An event that a projection cannot fold keeps it from being filled. */
export class FillingFailed extends Error {
  override readonly name = 'FillingFailed'
  readonly failure: FoldFailure

  constructor(projection: Projection, failure: FoldFailure) {
    const { type, streamName, position, error } = failure
    super(`${projection.name} cannot be filled past ${type} in ${streamName} at ${position.commit}: ${error}`)
    this.failure = failure
  }
}

export interface Filled {
  readonly projection: Projection
  readonly generation: Generation
}

export interface FillFailed {
  readonly projection: Projection
  readonly failure: FoldFailure
  /** The last event before the one that cannot be folded. */
  readonly before: Position | null
}

export interface FillOptions {
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'replay'>
  readonly projections: readonly Projection[]
  readonly logger: Logger
  readonly signal: AbortSignal
  /** How far to fill, asked again whenever it is reached; null for the end of the log. */
  readonly limit?: () => Promise<Position | null>
  /** Events that cannot be read are passed over instead of ending the fill. */
  readonly skipMalformed?: boolean
  readonly onProgress?: (progress: { events: number; position: Position }) => void
}

/**
 * Fills a new generation of every projection from the beginning of the log in one reading: the rows are folded in memory and copied into
 * tables that have no indexes yet; rows that are only ever added are copied while the log is still being read. Answers the generations that came about, in
 * state `filling`; a projection that met an event which it cannot fold stands under `failed`, and has nothing in Postgres.
 */
export async function fill(options: FillOptions): Promise<{ filled: Filled[]; failed: FillFailed[]; events: number }> {
  const { sql, eventStore, projections, logger, signal, onProgress } = options
  const fills = await Promise.all(
    projections.map(async (projection) => {
      const generation = await sql.begin((tx) => createGeneration(tx, projection, 'filling'))
      return new MemoryFill(sql, projection, generation)
    }),
  )
  let events = 0
  let position: Position | null = null
  let isWhole = true
  for await (const batch of readUpTo(eventStore, null, options.limit)) {
    signal.throwIfAborted()
    const working = fills.filter((one) => one.failure === null)
    for (const one of working) one.fold(batch, options.skipMalformed ?? false)
    await Promise.all(working.map((one) => one.flush()))
    events += batch.length
    position = batch.at(-1)?.position ?? position
    if (position) onProgress?.({ events, position })
    if (working.reduce((rows, one) => rows + one.rowsInMemory, 0) > ROWS_IN_MEMORY) {
      isWhole = false
      break
    }
  }

  const failed = fills.flatMap(({ projection, failure, before }) => (failure ? [{ projection, failure, before }] : []))
  await Promise.all(fills.filter((one) => one.failure !== null).map((one) => one.abandon()))
  const filled = await Promise.all(fills.filter((one) => one.failure === null).map((one) => one.finish(position)))
  if (isWhole) return { filled, failed, events }
  logger.info({ events }, 'more rows than memory should hold: going on in batches')
  const rest = await Promise.all(filled.map((one) => catchUp(one, options)))
  return { filled: rest, failed, events }
}

/** Folds what a filled generation does not hold yet, up to a limit or the end of the log. Throws FillingFailed. */
export async function catchUp(
  { projection, generation }: Filled,
  { sql, eventStore, logger, signal, limit, skipMalformed = false }: Omit<FillOptions, 'projections' | 'onProgress'>,
): Promise<Filled> {
  const fold = new GenerationFold({ sql, projection, generation, state: 'filling', logger, signal })
  for await (const batch of readUpTo(eventStore, generation.position, limit, WRITE_BATCH)) {
    const outcome = await fold.advance(skipMalformed ? batch.filter((entry) => entry.kind !== 'malformed') : batch)
    if (outcome.kind === 'failed') throw new FillingFailed(projection, outcome.failure)
    if (outcome.kind === 'overtaken') throw new Error(`Somebody else is filling ${projection.name}.`)
  }
  return { projection, generation: { ...generation, position: fold.position } }
}

async function* readUpTo(
  eventStore: Pick<EventStore, 'replay'>,
  from: Position | null,
  limit: FillOptions['limit'],
  batchSize = READ_BATCH,
): AsyncGenerator<readonly LogEntry[]> {
  let end = (await limit?.()) ?? null
  const isBeyond = (entry: LogEntry | undefined) => end !== null && entry !== undefined && isAfter(entry.position, end)
  if (end !== null && from !== null && !isAfter(end, from)) return
  for await (const batch of eventStore.replay({ from, batchSize })) {
    if (limit && isBeyond(batch.at(-1))) end = await limit()
    if (!isBeyond(batch.at(-1))) yield batch
    else {
      const within = batch.filter((entry) => !isBeyond(entry))
      if (within.length > 0) yield within
      return
    }
  }
}

/** One generation whose rows are held in memory until the end of the log is reached. */
class MemoryFill {
  readonly projection: Projection
  failure: FoldFailure | null = null
  before: Position | null = null
  readonly #sql: Sql
  readonly #generation: Generation
  readonly #kept: { table: TableSql; rows: Map<string, Row> }[] = []
  readonly #streamed: CopyStream[] = []
  readonly #handlers = new Map<string, (entry: LogEntry) => void>()

  constructor(sql: Sql, projection: Projection, generation: Generation) {
    this.#sql = sql
    this.projection = projection
    this.#generation = generation
    const rows: Record<string, AnyRows> = {}
    for (const table of tablesOf(projection, generation)) {
      if (table.definition.appendOnly) {
        const stream = new CopyStream(sql, table)
        this.#streamed.push(stream)
        const refuse = () => {
          throw new Error(`${table.name} takes new rows only.`)
        }
        rows[table.name] = { insert: (row) => stream.add(row), update: refuse, remove: refuse }
      } else {
        const kept = new Map<string, Row>()
        this.#kept.push({ table, rows: kept })
        rows[table.name] = {
          insert: (row) => void kept.set(table.keyOf(row), row),
          update: (key, change) => {
            const name = table.keyOf(key)
            const before = kept.get(name) ?? null
            const after = change(before)
            if (after === before) return
            if (after === null) kept.delete(name)
            else kept.set(name, after)
          },
          remove: (key) => void kept.delete(table.keyOf(key)),
        }
      }
    }
    for (const [type, handler] of Object.entries(projection.on) as [string, Handler][])
      this.#handlers.set(type, (entry) => {
        if (entry.kind === 'malformed') throw new Error(entry.error)
        if (entry.kind === 'fact') handler(entry.fact, rows)
      })
  }

  get rowsInMemory(): number {
    return this.#kept.reduce((sum, { rows }) => sum + rows.size, 0)
  }

  /** Folds a batch; stops at the first event that cannot be folded and notes it in `failure`. */
  fold(entries: readonly LogEntry[], skipMalformed: boolean): void {
    for (const entry of entries) {
      const handler = entry.kind === 'unknown' ? undefined : this.#handlers.get(entry.kind === 'fact' ? entry.fact.type : entry.type)
      if (handler && !(entry.kind === 'malformed' && skipMalformed))
        try {
          handler(entry)
        } catch (error) {
          this.failure = failureOf(entry, error)
          return
        }
      this.before = entry.position
    }
  }

  /** Hands what was streamed to Postgres; waits when Postgres is behind. */
  async flush(): Promise<void> {
    for (const stream of this.#streamed) await stream.flush()
  }

  async finish(position: Position | null): Promise<Filled> {
    const { projection } = this
    for (const stream of this.#streamed) await stream.end()
    for (const { table, rows } of this.#kept) {
      const stream = new CopyStream(this.#sql, table)
      for (const row of rows.values()) {
        stream.add(row)
        if (stream.isFull) await stream.flush()
      }
      rows.clear()
      await stream.end()
    }
    await createIndexes(this.#sql, projection, this.#generation)
    for (const table of tablesOf(projection, this.#generation)) await this.#sql.unsafe(table.analyze)
    await this.#sql`
      UPDATE projector.checkpoints
      SET commit_position = ${position === null ? null : String(position.commit)}, prepare_position = ${position === null ? null : String(position.prepare)}
      WHERE projection = ${projection.name} AND generation = ${this.#generation.number}`
    return { projection, generation: { ...this.#generation, position } }
  }

  async abandon(): Promise<void> {
    for (const stream of this.#streamed) await stream.end()
  }
}

/** COPY into one table, opened with the first row. It has a connection of its own: the client would send other queries into the copied rows. */
class CopyStream {
  readonly #sql: Sql
  readonly #table: TableSql
  #pending = ''
  #stream: Promise<Writable> | null = null
  #session: Awaited<ReturnType<Sql['reserve']>> | null = null
  #error: Error | null = null

  constructor(sql: Sql, table: TableSql) {
    this.#sql = sql
    this.#table = table
  }

  get isFull(): boolean {
    return this.#pending.length >= COPY_CHUNK
  }

  add(row: Row): void {
    this.#pending += this.#table.copyLine(row)
  }

  async flush(): Promise<void> {
    if (this.#pending === '') return
    this.#stream ??= this.#open()
    const stream = await this.#stream
    if (this.#error) throw this.#error
    const chunk = this.#pending
    this.#pending = ''
    if (!stream.write(chunk)) await once(stream, 'drain')
  }

  async #open(): Promise<Writable> {
    this.#session = await this.#sql.reserve()
    const stream = await this.#session.unsafe(this.#table.copy).writable()
    stream.on('error', (error) => {
      this.#error = error
    })
    return stream
  }

  async end(): Promise<void> {
    try {
      await this.flush()
      if (!this.#stream) return
      const stream = await this.#stream
      const finished = once(stream, 'finish')
      stream.end()
      await finished
      if (this.#error) throw this.#error
    } finally {
      this.#session?.release()
      this.#session = null
    }
  }
}

import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Position } from '@medicready/domain/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { isAboutTheData } from '@medicready/platform/retry'
import { type FoldFailure, failureOf, isAfter } from './fold.ts'
import { GenerationFold } from './generation-fold.ts'
import { createGeneration, createIndexes, dropGenerations, type Generation, tablesOf } from './generations.ts'
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

/** An event that a projection cannot fold keeps it from being filled. */
export class FillingFailed extends Error implements FillFailed {
  override readonly name = 'FillingFailed'
  readonly projection: Projection
  readonly failure: FoldFailure
  readonly before: Position | null

  constructor({ projection, failure, before }: FillFailed) {
    const { type, streamName, position, error } = failure
    super(`${projection.name} cannot be filled past ${type} in ${streamName} at ${position.commit}: ${error}`)
    this.projection = projection
    this.failure = failure
    this.before = before
  }
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
 * state `filling`; a projection that met an event which it cannot fold stands under `failed`, and holds up none of the others.
 */
export async function fill(options: FillOptions): Promise<{ filled: Filled[]; failed: FillFailed[]; events: number }> {
  const { sql, eventStore, projections, logger, signal, onProgress } = options
  const fills = await allEnded(
    projections.map(async (projection) => {
      const generation = await sql.begin((tx) => createGeneration(tx, projection, 'filling'))
      return new MemoryFill(sql, projection, generation)
    }),
  )
  let events = 0
  let position: Position | null = null
  let isWhole = true
  try {
    for await (const batch of readUpTo(eventStore, null, options.limit)) {
      signal.throwIfAborted()
      const working = fills.filter((one) => !one.isStopped)
      for (const one of working) one.fold(batch, options.skipMalformed ?? false)
      await allEnded(working.map((one) => one.flush()))
      events += batch.length
      position = batch.at(-1)?.position ?? position
      if (position) onProgress?.({ events, position })
      if (working.reduce((rows, one) => rows + one.rowsInMemory, 0) > ROWS_IN_MEMORY) {
        isWhole = false
        break
      }
    }
    const copied = await allEnded(fills.map((one) => one.finish(position)))
    if (!isWhole) logger.info({ events }, 'more rows than memory should hold: going on in batches')
    const rest = isWhole ? { ...options, limit: async () => position } : options
    const outcomes = await allEnded(
      copied.map(async (one) => {
        if (one.kind === 'failed' || (one.kind === 'filled' && isWhole)) return one
        return orFailed(async () => catchUp(one.kind === 'filled' ? one : await startOver(one, options), rest))
      }),
    )
    return {
      filled: outcomes.filter((outcome) => 'generation' in outcome),
      failed: outcomes.filter((outcome) => 'failure' in outcome),
      events,
    }
  } finally {
    // A COPY that is left open holds its table, and whoever drops it waits.
    await Promise.all(fills.map((one) => one.close()))
  }
}

/** Like Promise.all, but waits for all even when one fails: none goes on behind the back of whoever tries again. */
async function allEnded<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** An event that cannot be folded concerns its projection alone; everything else is thrown. */
export async function orFailed<Result>(work: () => Promise<Result>): Promise<Result | FillingFailed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FillingFailed) return error
    throw error
  }
}

/** An empty generation with its indexes. Postgres does not say of which event a value is that it refuses in a COPY: folding in batches finds it. */
async function startOver({ projection, error }: Refused, { sql, logger }: Pick<FillOptions, 'sql' | 'logger'>): Promise<Filled> {
  logger.warn({ err: error, projection: projection.name }, 'Postgres refuses what was folded in memory: folding in batches')
  await dropGenerations(sql, projection, 'filling')
  const generation = await sql.begin(async (tx) => {
    const empty = await createGeneration(tx, projection, 'filling')
    await createIndexes(tx, projection, empty)
    return empty
  })
  return { projection, generation }
}

/** Folds what a filled generation does not hold yet, up to a limit or the end of the log. Throws FillingFailed. */
export async function catchUp(
  { projection, generation }: Filled,
  { sql, eventStore, logger, signal, limit, skipMalformed = false }: Omit<FillOptions, 'projections' | 'onProgress'>,
): Promise<Filled> {
  const fold = new GenerationFold({ sql, projection, generation, state: 'filling', logger, signal })
  for await (const batch of readUpTo(eventStore, generation.position, limit, WRITE_BATCH)) {
    const outcome = await fold.advance(skipMalformed ? batch.filter((entry) => entry.kind !== 'malformed') : batch)
    if (outcome.kind === 'failed') throw new FillingFailed({ projection, failure: outcome.failure, before: fold.position })
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

/** What Postgres did not take of a projection's rows, or their indexes. */
interface Refused {
  readonly projection: Projection
  readonly error: unknown
}

type MemoryOutcome =
  | ({ readonly kind: 'filled' } & Filled)
  | ({ readonly kind: 'failed' } & FillFailed)
  | ({ readonly kind: 'refused' } & Refused)

/** One generation whose rows are held in memory until the end of the log is reached. To be closed, however it ends. */
class MemoryFill {
  readonly #sql: Sql
  readonly #projection: Projection
  readonly #generation: Generation
  readonly #kept: { table: TableSql; rows: Map<string, Row> }[] = []
  readonly #streams: CopyStream[] = []
  readonly #handlers = new Map<string, (entry: LogEntry) => void>()
  #before: Position | null = null
  #failure: FoldFailure | null = null
  #refused: Refused | null = null

  constructor(sql: Sql, projection: Projection, generation: Generation) {
    this.#sql = sql
    this.#projection = projection
    this.#generation = generation
    const rows: Record<string, AnyRows> = {}
    for (const table of tablesOf(projection, generation)) {
      if (table.definition.appendOnly) {
        const stream = this.#copyInto(table)
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

  /** No further event can be folded. */
  get isStopped(): boolean {
    return this.#failure !== null || this.#refused !== null
  }

  get rowsInMemory(): number {
    return this.#kept.reduce((sum, { rows }) => sum + rows.size, 0)
  }

  /** Folds a batch; stops for good at the first event that cannot be folded. */
  fold(entries: readonly LogEntry[], skipMalformed: boolean): void {
    for (const entry of entries) {
      const handler = entry.kind === 'unknown' ? undefined : this.#handlers.get(entry.kind === 'fact' ? entry.fact.type : entry.type)
      if (handler && !(entry.kind === 'malformed' && skipMalformed))
        try {
          handler(entry)
        } catch (error) {
          this.#failure = failureOf(entry, error)
          return
        }
      this.#before = entry.position
    }
  }

  /** Hands what was streamed to Postgres; waits when Postgres is behind. */
  async flush(): Promise<void> {
    await this.#unlessRefused(async () => {
      for (const stream of this.#streams) await stream.flush()
    })
  }

  /** Brings everything into Postgres, unless the projection has met an event that it cannot fold. */
  async finish(position: Position | null): Promise<MemoryOutcome> {
    const projection = this.#projection
    if (!this.isStopped) await this.#unlessRefused(() => this.#write(position))
    // Its tables must be free for whoever starts over.
    if (this.isStopped) await this.close()
    if (this.#failure) return { kind: 'failed', projection, failure: this.#failure, before: this.#before }
    if (this.#refused) return { kind: 'refused', ...this.#refused }
    return { kind: 'filled', projection, generation: { ...this.#generation, position } }
  }

  /** Breaks off what is not finished. */
  async close(): Promise<void> {
    await Promise.all(this.#streams.map((stream) => stream.abort()))
  }

  /** A value that Postgres does not take concerns this projection alone; everything else is thrown. */
  async #unlessRefused(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isAboutTheData(error)) throw error
      this.#refused = { projection: this.#projection, error }
    }
  }

  async #write(position: Position | null): Promise<void> {
    const projection = this.#projection
    for (const stream of this.#streams) await stream.end()
    for (const { table, rows } of this.#kept) {
      const stream = this.#copyInto(table)
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
  }

  #copyInto(table: TableSql): CopyStream {
    const stream = new CopyStream(this.#sql, table)
    this.#streams.push(stream)
    return stream
  }
}

/**
 * COPY into one table, opened with the first row. It has a connection of its own: the client would send other queries into the copied rows. Until it is
 * ended or aborted it holds the table.
 */
class CopyStream {
  readonly #sql: Sql
  readonly #table: TableSql
  #pending = ''
  #opening: Promise<Writable> | null = null
  #session: Awaited<ReturnType<Sql['reserve']>> | null = null
  #refusal: Promise<Error> | null = null

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
    this.#opening ??= this.#open()
    const stream = await this.#opening
    if (stream.errored) throw stream.errored
    const chunk = this.#pending
    this.#pending = ''
    if (!stream.write(chunk)) await once(stream, 'drain')
  }

  async #open(): Promise<Writable> {
    this.#session = await this.#sql.reserve()
    const copying = this.#session.unsafe(this.#table.copy)
    const refusal = refusalOf(copying)
    this.#refusal = refusal
    const stream = await copying.writable()
    // Whoever writes next is told; nobody may be writing at the moment.
    stream.on('error', () => undefined)
    void refusal.then((error) => stream.destroy(error))
    return stream
  }

  /** Throws what Postgres has against the rows. */
  async end(): Promise<void> {
    await this.flush()
    const stream = await this.#opening
    if (!stream) return
    if (stream.errored) throw stream.errored
    const finished = once(stream, 'finish')
    stream.end()
    await finished
    this.#session?.release()
    this.#session = null
  }

  /** Takes back what was copied; nothing to do after an end. The table is free when this is done. */
  async abort(): Promise<void> {
    const stream = await this.#opening?.catch(() => null)
    stream?.destroy(new Error('The fill was broken off.'))
    const session = this.#session
    this.#session = null
    if (!session || !this.#refusal) return
    const refusal = await this.#refusal
    // A session that was lost is the client's again already: released, it would be given queries.
    if (refusal.name === 'PostgresError') session.release()
  }
}

/** What comes instead of the end of a COPY. The client passes it on only until the last row is sent (porsager/postgres#1173): then nothing would ever come. */
const refusalOf = (copying: object): Promise<Error> =>
  new Promise((resolve) => {
    const query = copying as { reject: (error: Error) => void }
    const { reject } = query
    query.reject = (error) => {
      reject(error)
      resolve(error)
    }
  })

import type { Position } from '@medicready/domain/core/event'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import { allEnded, isAboutTheData } from '@medicready/platform/retry'
import type { ReadModel } from '../read-models/definition.ts'
import { type Build, createBuild, createIndexes, dropBuilds, tablesOf } from './builds.ts'
import { GrowingTable } from './growing-table.ts'
import { type FoldFailure, failureOf, Interpreter, inWords, isAfter, typeOf } from './interpreter.ts'
import { LiveFold } from './live-fold.ts'

const READ_BATCH = 2_000
/** Over all tables, at 0.3 KB each, twice that until collected; the rest is in files. */
const ROWS_IN_MEMORY = 500_000
/** So that one is encoded while Postgres reads another. */
const TABLES_COPIED_AT_ONCE = 2
const WRITE_BATCH = 5_000

export interface Backfilled {
  readonly readModel: ReadModel
  readonly build: Build
}

export interface BackfillStopped {
  readonly readModel: ReadModel
  readonly failure: FoldFailure
  readonly before: Position | null
}

export class BackfillFailed extends Error implements BackfillStopped {
  override readonly name = 'BackfillFailed'
  readonly readModel: ReadModel
  readonly failure: FoldFailure
  readonly before: Position | null

  constructor({ readModel, failure, before }: BackfillStopped) {
    super(`${readModel.name} cannot be backfilled: ${inWords(failure)}`)
    this.readModel = readModel
    this.failure = failure
    this.before = before
  }
}

export interface BackfillOptions {
  readonly sql: Sql
  readonly eventStore: Pick<EventStore, 'replay' | 'head'>
  readonly readModels: readonly ReadModel[]
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly limit?: () => Promise<Position | null>
  readonly skipMalformed?: boolean
  readonly rowsInMemory?: number
  readonly onProgress?: (progress: { events: number; position: Position }) => void
}

/**
 * Builds all read models in one pass over the log. Rows beyond the memory limit are spilled to files, and copied to
 * unindexed tables at the end. A read model that fails does not hold up the others; it is reported under `failed`.
 */
export async function backfill(options: BackfillOptions) {
  const { sql, readModels, signal, onProgress, rowsInMemory = ROWS_IN_MEMORY } = options
  const growing = await allEnded(
    readModels.map(async (readModel) => {
      const build = await inTransaction(sql, (tx) => createBuild(tx, readModel, 'backfilling'))
      return new GrowingBuild(sql, readModel, build)
    }),
  )
  const concerned = concernedBy(growing)
  let events = 0
  let position: Position | null = null
  try {
    const types = [...new Set(readModels.flatMap(({ on }) => Object.keys(on)))]
    for await (const { entries, reached } of readUpTo(null, READ_BATCH, options, types)) {
      signal.throwIfAborted()
      for (const entry of entries) {
        if (!(entry.kind === 'malformed' && options.skipMalformed)) for (const one of concerned(entry)) one.fold(entry, position)
        position = entry.position
      }
      position = reached
      const working = growing.filter((one) => !one.isStopped)
      await allEnded(working.map((one) => one.flush()))
      events += entries.length
      if (position) onProgress?.({ events, position })
      const recentRows = working.reduce((rows, one) => rows + one.recentRows, 0)
      if (recentRows > rowsInMemory / 2) for (const one of working) await one.putAside()
    }
    await writeTables(growing.flatMap((one) => one.writings()))
    const ended = await allEnded(growing.map((one) => one.finish(position)))
    const upToHere = { ...options, limit: async () => position }
    const outcomes = await allEnded(
      ended.map(async (one) => (one.kind === 'refused' ? orFailed(async () => catchUp(await startOver(one, options), upToHere)) : one)),
    )
    return {
      backfilled: outcomes.filter((outcome) => 'build' in outcome),
      failed: outcomes.filter((outcome) => 'failure' in outcome),
      events,
      position,
    }
  } finally {
    // An open COPY locks its table.
    await Promise.all(growing.map((one) => one.close()))
  }
}

/** Most event types concern few builds. */
function concernedBy(growing: readonly GrowingBuild[]): (entry: LogEntry) => readonly GrowingBuild[] {
  const byType = new Map<string | null, readonly GrowingBuild[]>()
  return (entry) => {
    const type = typeOf(entry)
    const known = byType.get(type)
    if (known) return known
    const concerned = type === null ? [] : growing.filter((one) => one.folds(type))
    byType.set(type, concerned)
    return concerned
  }
}

interface TableWriting {
  readonly size: number
  copy(): Promise<void>
  index(): Promise<void>
}

/** Largest tables first, so that indexes build while others are copied. */
export async function writeTables(tables: readonly TableWriting[]): Promise<void> {
  const waiting = [...tables].sort((one, other) => other.size - one.size)
  const indexing: Promise<void>[] = []
  const copySome = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await next.copy()
      const indexed = next.index()
      // Awaited at the end; avoids an unhandled rejection until then.
      indexed.catch(() => undefined)
      indexing.push(indexed)
    }
  }
  await allEnded(Array.from({ length: TABLES_COPIED_AT_ONCE }, copySome)).finally(() => Promise.allSettled(indexing))
  await Promise.all(indexing)
}

/** Catches what concerns one read model; everything else is rethrown. */
export async function orFailed<Result>(work: () => Promise<Result>): Promise<Result | BackfillFailed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackfillFailed) return error
    throw error
  }
}

/** COPY does not tell which event has the refused value; folding in live batches finds it. */
async function startOver({ readModel, error }: Refused, { sql, logger }: Pick<BackfillOptions, 'sql' | 'logger'>): Promise<Backfilled> {
  logger.warn({ err: error, readModel: readModel.name }, 'Postgres rejects a row: folding in batches to find its event')
  await dropBuilds(sql, readModel, 'backfilling')
  const build = await inTransaction(sql, async (tx) => {
    const empty = await createBuild(tx, readModel, 'backfilling')
    await createIndexes(tx, readModel, empty)
    return empty
  })
  return { readModel, build }
}

export async function catchUp({ readModel, build }: Backfilled, options: Omit<BackfillOptions, 'readModels' | 'onProgress'>) {
  const { sql, logger, signal, skipMalformed = false } = options
  const fold = new LiveFold({ sql, readModel, build, state: 'backfilling', logger, signal })
  for await (const { entries } of readUpTo(build.position, WRITE_BATCH, options)) {
    const outcome = await fold.advance(skipMalformed ? entries.filter((entry) => entry.kind !== 'malformed') : entries)
    if (outcome.kind === 'failed') throw new BackfillFailed({ readModel, failure: outcome.failure, before: fold.position })
    if (outcome.kind === 'overtaken') throw new Error(`Another process is backfilling ${readModel.name}.`)
  }
  return { readModel, build: { ...build, position: fold.position } }
}

/** `reached` may be beyond the last entry, where only other types follow. */
async function* readUpTo(
  from: Position | null,
  batchSize: number,
  { eventStore, limit }: Pick<BackfillOptions, 'eventStore' | 'limit'>,
  types?: readonly string[],
): AsyncGenerator<{ readonly entries: readonly LogEntry[]; readonly reached: Position | null }> {
  let end = (await limit?.()) ?? null
  const head = types ? await eventStore.head() : null
  let last = from
  const isPastEnd = ({ position }: LogEntry) => end !== null && isAfter(position, end)
  if (end !== null && from !== null && !isAfter(end, from)) return
  for await (const batch of eventStore.replay({ from, batchSize, types })) {
    let cut = batch.findIndex(isPastEnd)
    if (cut !== -1 && limit) {
      end = await limit()
      cut = batch.findIndex(isPastEnd)
    }
    const within = cut === -1 ? batch : batch.slice(0, cut)
    last = within.at(-1)?.position ?? last
    if (within.length > 0) yield { entries: within, reached: last }
    if (cut === -1) continue
    if (types && end) yield { entries: [], reached: end }
    return
  }
  const reached = head && end && isAfter(head, end) ? end : head
  if (reached && isAfter(reached, last)) yield { entries: [], reached }
}

interface Refused {
  readonly readModel: ReadModel
  readonly error: unknown
}

type Ended =
  | ({ readonly kind: 'backfilled' } & Backfilled)
  | ({ readonly kind: 'failed' } & BackfillStopped)
  | ({ readonly kind: 'refused' } & Refused)

class GrowingBuild {
  readonly #sql: Sql
  readonly #readModel: ReadModel
  readonly #build: Build
  readonly #interpreter: Interpreter
  readonly #tables: readonly GrowingTable[]
  #before: Position | null = null
  #failure: FoldFailure | null = null
  #refused: Refused | null = null

  constructor(sql: Sql, readModel: ReadModel, build: Build) {
    this.#sql = sql
    this.#readModel = readModel
    this.#build = build
    const tables = new Map(tablesOf(readModel, build).map((table) => [table, new GrowingTable(sql, table)]))
    this.#tables = [...tables.values()]
    this.#interpreter = new Interpreter(readModel, new Map([...tables].map(([table, growing]) => [table, growing.rows()])))
  }

  get isStopped(): boolean {
    return this.#failure !== null || this.#refused !== null
  }

  get recentRows(): number {
    return this.#tables.reduce((rows, table) => rows + table.recentRows, 0)
  }

  folds(type: string): boolean {
    return this.#readModel.on[type] !== undefined
  }

  fold(entry: LogEntry, before: Position | null): void {
    if (this.isStopped) return
    try {
      this.#interpreter.fold(entry)
    } catch (error) {
      if (isAboutTheData(error)) this.#refused = { readModel: this.#readModel, error }
      else {
        this.#failure = failureOf(entry, error)
        this.#before = before
      }
    }
  }

  async flush(): Promise<void> {
    await this.#unlessRefused(async () => {
      for (const table of this.#tables) await table.flush()
    })
  }

  async putAside(): Promise<void> {
    await this.#unlessRefused(async () => {
      for (const table of this.#tables) await table.putAside()
    })
  }

  writings(): TableWriting[] {
    return this.#tables.map((table) => ({
      size: table.size,
      copy: () => this.#unlessRefused(() => table.copy()),
      index: () => this.#unlessRefused(() => table.index()),
    }))
  }

  async finish(position: Position | null): Promise<Ended> {
    const readModel = this.#readModel
    // Its tables must be unlocked before the read model starts over.
    if (this.isStopped) await this.close()
    if (this.#failure) return { kind: 'failed', readModel, failure: this.#failure, before: this.#before }
    if (this.#refused) return { kind: 'refused', ...this.#refused }
    await this.#sql`
      UPDATE projector.checkpoints
      SET commit_position = ${position === null ? null : String(position.commit)},
        prepare_position = ${position === null ? null : String(position.prepare)}, event_id = ${position?.eventId ?? null}
      WHERE read_model = ${readModel.name} AND build = ${this.#build.number}`
    return { kind: 'backfilled', readModel, build: { ...this.#build, position } }
  }

  async close(): Promise<void> {
    await Promise.all(this.#tables.map((table) => table.close()))
  }

  async #unlessRefused(work: () => Promise<void>): Promise<void> {
    if (this.isStopped) return
    try {
      await work()
    } catch (error) {
      if (!isAboutTheData(error)) throw error
      this.#refused = { readModel: this.#readModel, error }
    }
  }
}

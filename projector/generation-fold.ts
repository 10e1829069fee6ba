import type { Position } from '@medicready/domain/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { isAboutTheData, persist } from '@medicready/platform/retry'
import { type Changes, collectKeys, concerns, type FoldFailure, failureOf, foldEntries, isAfter } from './fold.ts'
import { type Generation, generationIn, tablesOf } from './generations.ts'
import type { Projection, Row } from './projection.ts'
import { quoted, type TableSql } from './tables.ts'

/** Rows kept in memory for each table, so that a row that keeps changing is read once. */
const CACHED_ROWS = 20_000

export type Outcome =
  | { readonly kind: 'advanced' }
  /** An event cannot be folded: everything before it was. */
  | { readonly kind: 'failed'; readonly failure: FoldFailure }
  /** The checkpoint is not where this fold left it, or the generation is no longer in its state: somebody else has moved it. */
  | { readonly kind: 'overtaken' }

interface Options {
  readonly sql: Sql
  readonly projection: Projection
  readonly generation: Generation
  readonly state: 'filling' | 'live'
  readonly logger: Logger
  readonly signal: AbortSignal
}

type Lookup = (table: TableSql, key: string) => Row | null

/** Folds batches of the log into one generation of a projection, each batch in one transaction with its checkpoint. */
export class GenerationFold {
  readonly projection: Projection
  readonly generation: Generation
  readonly #options: Options
  readonly #tables: readonly TableSql[]
  readonly #cache: ReadonlyMap<TableSql, Map<string, Row | null>>
  #position: Position | null

  constructor(options: Options) {
    this.#options = options
    this.projection = options.projection
    this.generation = options.generation
    this.#tables = tablesOf(options.projection, options.generation)
    this.#cache = new Map(this.#tables.map((table) => [table, new Map()]))
    this.#position = options.generation.position
  }

  /** The last event folded and committed. */
  get position(): Position | null {
    return this.#position
  }

  /** Whether a batch holds anything but events that this projection passes over. */
  isConcernedBy(entries: readonly LogEntry[]): boolean {
    return entries.some((entry) => isAfter(entry.position, this.#position) && concerns(this.projection, entry))
  }

  /** Folds what is after the checkpoint. Errors of the outside world are tried again for ever; throws only when the signal is aborted. */
  async advance(entries: readonly LogEntry[]): Promise<Outcome> {
    const pending = entries.filter((entry) => isAfter(entry.position, this.#position))
    if (pending.length === 0) return { kind: 'advanced' }
    const broken = pending.findIndex((entry) => entry.kind === 'malformed' && concerns(this.projection, entry))
    const { readable, failure } =
      broken === -1
        ? { readable: pending, failure: null }
        : { readable: pending.slice(0, broken), failure: failureOf(pending[broken] as LogEntry) }
    const outcome = await this.#advance(readable)
    return outcome.kind === 'advanced' && failure ? { kind: 'failed', failure } : outcome
  }

  /** The checkpoint was moved past entries that do not concern this projection, by `advanceIdle`. */
  movedTo(position: Position): void {
    this.#position = position
  }

  async #advance(entries: readonly LogEntry[]): Promise<Outcome> {
    const last = entries.at(-1)
    if (!last) return { kind: 'advanced' }
    const concerned = entries.filter((entry) => concerns(this.projection, entry))
    try {
      const loaded = await this.#load(concerned)
      const { changes, failure } = this.#fold(concerned, loaded)
      if (failure) {
        const outcome = await this.#advance(entries.slice(0, entries.indexOf(failure.entry)))
        return outcome.kind === 'advanced' ? { kind: 'failed', failure: failureOf(failure.entry, failure.error) } : outcome
      }
      return await this.#commit(changes, last.position)
    } catch (error) {
      if (!isAboutTheData(error)) throw error
      // Postgres refuses a value and does not say of which event: halve until one event is left.
      if (entries.length === 1) return { kind: 'failed', failure: failureOf(last, error) }
      const half = entries.length >> 1
      const outcome = await this.#advance(entries.slice(0, half))
      return outcome.kind === 'advanced' ? this.#advance(entries.slice(half)) : outcome
    }
  }

  #fold(entries: readonly LogEntry[], loaded: Lookup) {
    let failedAt = 0
    try {
      const changes = foldEntries(this.projection, this.#tables, entries, loaded, (index) => {
        failedAt = index
      })
      return { changes, failure: null }
    } catch (error) {
      return { changes: new Map() as Changes, failure: { entry: entries[failedAt] as LogEntry, error } }
    }
  }

  /** Brings the rows that the entries ask for into the cache, one query a table; answers how to look a row up. */
  async #load(entries: readonly LogEntry[]): Promise<Lookup> {
    const wanted = collectKeys(this.projection, this.#tables, entries)
    await Promise.all(
      [...wanted].map(async ([table, keys]) => {
        const cache = this.#cacheOf(table)
        const missing = [...keys].filter(([name]) => !cache.has(name))
        if (missing.length === 0) return
        const found = await persist(
          () => this.#options.sql.unsafe<Row[]>(table.select, table.keyParameters(missing.map(([, key]) => key)), { prepare: true }),
          this.#options,
        )
        for (const [name] of missing) cache.set(name, null)
        for (const row of found) cache.set(table.keyOf(row), row)
      }),
    )
    return (table, key) => {
      const row = this.#cacheOf(table).get(key)
      if (row === undefined) throw new Error(`${this.projection.name} asks for a row of ${table.name} that the event alone does not name.`)
      return row
    }
  }

  async #commit(changes: Changes, to: Position): Promise<Outcome> {
    const committed = await persist(() => this.#tryCommit(changes, to), this.#options)
    if (!committed) {
      // What was read for this batch may have been read after the checkpoint moved.
      for (const cache of this.#cache.values()) cache.clear()
      const now = await persist(() => generationIn(this.#options.sql, this.projection, this.#options.state), this.#options)
      // An earlier attempt whose answer was lost may have committed.
      if (now?.number !== this.generation.number || now.position?.commit !== to.commit) return { kind: 'overtaken' }
      this.#position = to
      return { kind: 'advanced' }
    }
    this.#position = to
    for (const [table, changed] of changes) {
      const cache = this.#cacheOf(table)
      for (const [name, { row }] of changed) if (!table.definition.appendOnly) cache.set(name, row)
      for (const name of cache.keys()) {
        if (cache.size <= CACHED_ROWS) break
        cache.delete(name)
      }
    }
    return { kind: 'advanced' }
  }

  /**
   * Rows and checkpoint in one statement, which is a transaction of its own and one round trip; false when the checkpoint is not where this fold left it.
   */
  async #tryCommit(changes: Changes, to: Position): Promise<boolean> {
    const { sql, projection, state } = this.#options
    const from = this.#position === null ? null : String(this.#position.commit)
    const parameters = [String(to.commit), String(to.prepare), projection.name, String(this.generation.number), state, from]
    const parts = [
      `moved AS (
        UPDATE projector.checkpoints SET commit_position = $1::text::bigint, prepare_position = $2::text::bigint
        WHERE projection = $3::text AND generation = $4::text::int AND state = $5::text
          AND commit_position IS NOT DISTINCT FROM $6::text::bigint
        RETURNING projection)`,
    ]
    for (const [table, changed] of changes) {
      const rows: Row[] = []
      const removed: Row[] = []
      for (const { key, row } of changed.values()) {
        if (row === null) removed.push(key)
        else rows.push(row)
      }
      const add = (part: string, values: readonly string[]) => {
        parts.push(`${quoted(`part_${parts.length}`)} AS (${part})`)
        parameters.push(...values)
      }
      if (rows.length > 0) add(table.upsert(parameters.length), table.rowParameters(rows))
      if (removed.length > 0) add(table.remove(parameters.length), table.keyParameters(removed))
    }
    const statement = `WITH ${parts.join(', ')} SELECT pg_notify('${PROJECTED_CHANNEL}', projection || ':' || $1::text) FROM moved`
    const moved = await sql.unsafe(statement, parameters, { prepare: true })
    return moved.length > 0
  }

  #cacheOf(table: TableSql): Map<string, Row | null> {
    const cache = this.#cache.get(table)
    if (!cache) throw new Error(`${table.name} is not a table of ${this.projection.name}.`)
    return cache
  }
}

/**
 * Moves the checkpoints of folds that a batch does not concern, all at once. Answers the folds whose checkpoint was not where they left it.
 */
export async function advanceIdle(
  sql: Sql,
  folds: readonly GenerationFold[],
  to: Position,
  retrying: { signal: AbortSignal; logger: Logger },
): Promise<GenerationFold[]> {
  if (folds.length === 0) return []
  const rows = folds.map(({ projection, generation, position }) => ({
    projection: projection.name,
    generation: generation.number,
    before: position === null ? null : String(position.commit),
  }))
  const moved = await persist(
    () => sql<{ projection: string }[]>`
      WITH idle AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS idle(projection text, generation int, before bigint)
      ), moved AS (
        UPDATE projector.checkpoints c SET commit_position = ${String(to.commit)}, prepare_position = ${String(to.prepare)}
        FROM idle WHERE c.projection = idle.projection AND c.generation = idle.generation AND c.state = 'live'
          AND (c.commit_position IS NOT DISTINCT FROM idle.before OR c.commit_position = ${String(to.commit)})
        RETURNING c.projection)
      SELECT projection, pg_notify(${PROJECTED_CHANNEL}, projection || ':' || ${String(to.commit)}::text) FROM moved`,
    retrying,
  )
  const names = new Set(moved.map((row) => row.projection))
  for (const fold of folds) if (names.has(fold.projection.name)) fold.movedTo(to)
  return folds.filter((fold) => !names.has(fold.projection.name))
}

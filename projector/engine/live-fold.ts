import type { Position } from '@medicready/domain/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { isAboutTheData, persist } from '@medicready/platform/retry'
import type { ReadModel, Row } from '../read-models/definition.ts'
import { type Build, buildIn, tablesOf } from './builds.ts'
import { type FoldFailure, failureOf, isAfter } from './failure.ts'
import { concerns } from './interpreter.ts'
import { quoted } from './table-sql.ts'
import { type Changes, UnitOfWork } from './unit-of-work.ts'

export type Outcome =
  | { readonly kind: 'advanced' }
  /** An event cannot be folded: everything before it was. */
  | { readonly kind: 'failed'; readonly failure: FoldFailure }
  /**
   * The checkpoint is not where this fold left it, or the build is no longer in its state: somebody else has moved it.
   */
  | { readonly kind: 'overtaken' }

interface Options {
  readonly sql: Sql
  readonly readModel: ReadModel
  readonly build: Build
  readonly state: 'backfilling' | 'live'
  readonly logger: Logger
  readonly signal: AbortSignal
}

/** Folds batches of the log into one build of a read model, each batch in one transaction with its checkpoint. */
export class LiveFold {
  readonly readModel: ReadModel
  readonly build: Build
  readonly #options: Options
  readonly #retrying: { signal: AbortSignal; logger: Logger; what: string }
  readonly #work: UnitOfWork
  #position: Position | null

  constructor(options: Options) {
    const { sql, readModel, build, signal, logger } = options
    this.#options = options
    this.#retrying = { signal, logger, what: `fold ${readModel.name}` }
    this.readModel = readModel
    this.build = build
    this.#work = new UnitOfWork(readModel, tablesOf(readModel, build), (table, keys) =>
      persist(() => sql.unsafe<Row[]>(table.select, table.keyParameters(keys), { prepare: true }), this.#retrying),
    )
    this.#position = build.position
  }

  /** The last event folded and committed. */
  get position(): Position | null {
    return this.#position
  }

  /** Whether a batch holds anything but events that this read model passes over. */
  isConcernedBy(entries: readonly LogEntry[]): boolean {
    return entries.some((entry) => isAfter(entry.position, this.#position) && concerns(this.readModel, entry))
  }

  /**
   * Folds what is after the checkpoint. Errors of the outside world are tried again for ever; throws only when the
   * signal is aborted.
   */
  async advance(entries: readonly LogEntry[]): Promise<Outcome> {
    return this.#advance(entries.filter((entry) => isAfter(entry.position, this.#position)))
  }

  /** The checkpoint was moved past entries that do not concern this read model, by `advanceIdle`. */
  movedTo(position: Position): void {
    this.#position = position
  }

  async #advance(entries: readonly LogEntry[]): Promise<Outcome> {
    const last = entries.at(-1)
    if (!last) return { kind: 'advanced' }
    const concerned = entries.filter((entry) => concerns(this.readModel, entry))
    try {
      const folded = await this.#work.fold(concerned)
      if (folded.kind === 'folded') return await this.#commit(folded.changes, last.position)
      const culprit = concerned[folded.index] as LogEntry
      const outcome = await this.#advance(entries.slice(0, entries.indexOf(culprit)))
      return outcome.kind === 'advanced' ? { kind: 'failed', failure: failureOf(culprit, folded.error) } : outcome
    } catch (error) {
      if (!isAboutTheData(error)) throw error
      // Postgres refuses a value and does not say of which event: halve until one event is left.
      if (entries.length === 1) return { kind: 'failed', failure: failureOf(last, error) }
      const half = entries.length >> 1
      const outcome = await this.#advance(entries.slice(0, half))
      return outcome.kind === 'advanced' ? this.#advance(entries.slice(half)) : outcome
    }
  }

  async #commit(changes: Changes, to: Position): Promise<Outcome> {
    const { sql, readModel, state } = this.#options
    if (await persist(() => this.#tryCommit(changes, to), this.#retrying)) {
      this.#work.written()
      this.#position = to
      return { kind: 'advanced' }
    }
    // What was loaded for this batch may have been loaded after the checkpoint moved.
    this.#work.forget()
    const now = await persist(() => buildIn(sql, readModel, state), this.#retrying)
    // An earlier attempt whose answer was lost may have committed.
    if (now?.number !== this.build.number || now.position?.commit !== to.commit) return { kind: 'overtaken' }
    this.#position = to
    return { kind: 'advanced' }
  }

  /**
   * Rows and checkpoint in one statement, which is a transaction of its own and one round trip; false when the
   * checkpoint is not where this fold left it.
   */
  async #tryCommit(changes: Changes, to: Position): Promise<boolean> {
    const { sql, readModel, build, state } = this.#options
    const from = this.#position === null ? null : String(this.#position.commit)
    const parameters = [String(to.commit), String(to.prepare), readModel.name, String(build.number), state, from]
    const parts = [
      `moved AS (
        UPDATE projector.checkpoints SET commit_position = $1::text::bigint, prepare_position = $2::text::bigint
        WHERE read_model = $3::text AND build = $4::text::int AND state = $5::text
          AND commit_position IS NOT DISTINCT FROM $6::text::bigint
        RETURNING read_model)`,
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
    const statement = `WITH ${parts.join(', ')} SELECT pg_notify('${PROJECTED_CHANNEL}', read_model || ':' || $1::text) FROM moved`
    const moved = await sql.unsafe(statement, parameters, { prepare: true })
    return moved.length > 0
  }
}

/**
 * Moves the checkpoints of folds that a batch does not concern, all at once. Answers the folds whose checkpoint was not
 * where they left it.
 */
export async function advanceIdle(
  sql: Sql,
  folds: readonly LiveFold[],
  to: Position,
  retrying: { signal: AbortSignal; logger: Logger },
): Promise<LiveFold[]> {
  if (folds.length === 0) return []
  const rows = folds.map(({ readModel, build, position }) => ({
    read_model: readModel.name,
    build: build.number,
    before: position === null ? null : String(position.commit),
  }))
  const moved = await persist(
    () => sql<{ read_model: string }[]>`
      WITH idle AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS idle(read_model text, build int, before bigint)
      ), moved AS (
        UPDATE projector.checkpoints c SET commit_position = ${String(to.commit)}, prepare_position = ${String(to.prepare)}
        FROM idle WHERE c.read_model = idle.read_model AND c.build = idle.build AND c.state = 'live'
          AND (c.commit_position IS NOT DISTINCT FROM idle.before OR c.commit_position = ${String(to.commit)})
        RETURNING c.read_model)
      SELECT read_model, pg_notify(${PROJECTED_CHANNEL}, read_model || ':' || ${String(to.commit)}::text) FROM moved`,
    { ...retrying, what: 'move the checkpoints' },
  )
  const names = new Set(moved.map((row) => row.read_model))
  for (const fold of folds) if (names.has(fold.readModel.name)) fold.movedTo(to)
  return folds.filter((fold) => !names.has(fold.readModel.name))
}

import type { Position } from '@medicready/domain/core/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { Logger } from '@medicready/platform/logger'
import type { Sql } from '@medicready/platform/postgres/connection'
import { PROJECTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { allEnded, isAboutTheData, persist } from '@medicready/platform/retry'
import type { ReadModel, Row } from '../read-models/definition.ts'
import { type Build, buildIn, tablesOf } from './builds.ts'
import { concerns, type FoldFailure, failureOf, isAfter } from './interpreter.ts'
import { type Changes, UnitOfWork } from './unit-of-work.ts'

export type FoldOutcome =
  | { readonly kind: 'advanced' }
  | { readonly kind: 'failed'; readonly failure: FoldFailure }
  /** Another process moved the checkpoint or changed the build's state. */
  | { readonly kind: 'overtaken' }

interface Options {
  readonly sql: Sql
  readonly readModel: ReadModel
  readonly build: Build
  readonly state: 'backfilling' | 'live'
  readonly logger: Logger
  readonly signal: AbortSignal
}

type Attempted =
  | { readonly kind: 'folded'; readonly changes: Changes }
  | { readonly kind: 'failed'; readonly culprit: LogEntry; readonly error: unknown }

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
    this.#work = new UnitOfWork(readModel, tablesOf(readModel, build), (table, matches, column) => {
      const { text, parameters } = column === null ? table.byKey : table.by(column)
      return persist(() => sql.unsafe<Row[]>(text, parameters(matches), { prepare: true }), this.#retrying)
    })
    this.#position = build.position
  }

  get state(): Options['state'] {
    return this.#options.state
  }

  get position(): Position | null {
    return this.#position
  }

  async advance(entries: readonly LogEntry[]): Promise<FoldOutcome> {
    const ahead = this.#ahead(entries)
    const last = ahead.at(-1)
    if (!last) return { kind: 'advanced' }
    const { sql } = this.#options
    try {
      const attempted = await this.attempt(ahead)
      if (attempted.kind === 'folded') {
        const [outcome] = await commit(sql, [{ fold: this, changes: attempted.changes }], last.position, this.#retrying)
        return outcome as FoldOutcome
      }
      const { culprit, error } = attempted
      const outcome = await this.advance(ahead.slice(0, ahead.indexOf(culprit)))
      return outcome.kind === 'advanced' ? { kind: 'failed', failure: failureOf(culprit, error) } : outcome
    } catch (error) {
      if (!isAboutTheData(error)) throw error
      // Postgres does not tell which event has the refused value: bisect.
      if (ahead.length === 1) return { kind: 'failed', failure: failureOf(last, error) }
      const half = ahead.length >> 1
      const outcome = await this.advance(ahead.slice(0, half))
      return outcome.kind === 'advanced' ? this.advance(ahead.slice(half)) : outcome
    }
  }

  async attempt(entries: readonly LogEntry[]): Promise<Attempted> {
    const concerned = this.#ahead(entries).filter((entry) => concerns(this.readModel, entry))
    const folded = await this.#work.fold(concerned)
    return folded.kind === 'folded' ? folded : { kind: 'failed', culprit: concerned[folded.index] as LogEntry, error: folded.error }
  }

  #ahead(entries: readonly LogEntry[]): readonly LogEntry[] {
    return entries.filter((entry) => isAfter(entry.position, this.#position))
  }

  written(to: Position): void {
    this.#work.written()
    this.#position = to
  }

  async notWritten(to: Position): Promise<FoldOutcome> {
    const { sql, state } = this.#options
    // Rows may have been loaded after the checkpoint moved.
    this.#work.forget()
    const now = await persist(() => buildIn(sql, this.readModel, state), this.#retrying)
    // A lost response may hide a successful commit.
    if (now?.number !== this.build.number || now.position?.commit !== to.commit) return { kind: 'overtaken' }
    this.#position = to
    return { kind: 'advanced' }
  }
}

/** Like `advance` for each fold, but writes all in one statement unless one has a problem. */
export async function advanceTogether(
  folds: readonly LiveFold[],
  entries: readonly LogEntry[],
  { sql, signal, logger }: Pick<Options, 'sql' | 'signal' | 'logger'>,
): Promise<FoldOutcome[]> {
  const last = entries.at(-1)
  if (!last) return folds.map(() => ({ kind: 'advanced' }))
  try {
    const attempts = await allEnded(folds.map(async (fold) => ({ fold, ...(await fold.attempt(entries)) })))
    const folded = attempts.filter((attempt) => attempt.kind === 'folded')
    if (folded.length === folds.length) return await commit(sql, folded, last.position, { signal, logger, what: 'fold a batch' })
  } catch (error) {
    if (!isAboutTheData(error)) throw error
  }
  return Promise.all(folds.map((fold) => fold.advance(entries)))
}

interface FoldedBatch {
  readonly fold: LiveFold
  readonly changes: Changes
}

/** One statement. Each fold is fenced by its checkpoint: a mismatch discards only its rows. */
async function commit(
  sql: Sql,
  batches: readonly FoldedBatch[],
  to: Position,
  retrying: { signal: AbortSignal; logger: Logger; what: string },
): Promise<FoldOutcome[]> {
  if (batches.length === 0) return []
  const { text, parameters } = statementOf(batches, to)
  const rows = await persist(() => sql.unsafe<{ read_models: string }[]>(text, parameters, { prepare: true }), retrying)
  const moved = new Set(rows[0]?.read_models.split(' '))
  return Promise.all(
    batches.map(async ({ fold }) => {
      if (!moved.has(fold.readModel.name)) return fold.notWritten(to)
      fold.written(to)
      return { kind: 'advanced' } as const
    }),
  )
}

function statementOf(batches: readonly FoldedBatch[], to: Position): { text: string; parameters: (string | null)[] } {
  const expected = batches.map(({ fold: { readModel, build, state, position } }) => ({
    read_model: readModel.name,
    build: build.number,
    state,
    before: position === null ? null : String(position.commit),
  }))
  const parameters: (string | null)[] = [String(to.commit), String(to.prepare), to.eventId ?? null, JSON.stringify(expected)]
  const parts = [
    `moved AS (
      UPDATE projector.checkpoints c SET commit_position = $1::text::bigint, prepare_position = $2::text::bigint, event_id = $3::text::uuid
      FROM jsonb_to_recordset($4::text::jsonb) AS e(read_model text, build int, state text, before bigint)
      WHERE c.read_model = e.read_model AND c.build = e.build AND c.state = e.state AND c.commit_position IS NOT DISTINCT FROM e.before
      RETURNING c.read_model)`,
  ]
  for (const { fold, changes } of batches)
    for (const [table, changed] of changes) {
      const rows: Row[] = []
      const removed: Row[] = []
      for (const { key, row } of changed.values()) {
        if (row === null) removed.push(key)
        else rows.push(row)
      }
      const fence = `(SELECT FROM moved WHERE read_model = '${fold.readModel.name}') AS fence`
      const add = (part: string, values: readonly string[]) => {
        parts.push(`part_${parts.length} AS (${part})`)
        parameters.push(...values)
      }
      if (rows.length > 0) add(table.upsert(fence, parameters.length), table.rowParameters(rows))
      if (removed.length > 0) add(table.remove(fence, parameters.length), table.keyParameters(removed))
    }
  const text = `WITH ${parts.join(', ')}
    SELECT string_agg(read_model, ' ') AS read_models, pg_notify('${PROJECTED_CHANNEL}', $1::text || ' ' || string_agg(read_model, ' '))
    FROM moved HAVING count(*) > 0`
  return { text, parameters }
}

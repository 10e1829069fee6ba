import type { Position } from '@medicready/domain/core/event'
import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, Fold, ReadModel, Row } from '../read-models/definition.ts'
import type { TableSql } from './table-sql.ts'

/** Also for unreadable entries; null for unknown types. */
export const typeOf = (entry: LogEntry): string | null =>
  entry.kind === 'unknown' ? null : entry.kind === 'fact' ? entry.fact.type : entry.type

export function concerns(readModel: ReadModel, entry: LogEntry): boolean {
  const type = typeOf(entry)
  return type !== null && readModel.on[type] !== undefined
}

/** The only way in which handlers run: live fold, backfill and tests differ only in where rows come from and go. */
export class Interpreter {
  readonly #fold: Fold
  readonly #rows: Readonly<Record<string, AnyRows>>

  constructor(fold: Fold, rows: ReadonlyMap<TableSql, AnyRows>) {
    this.#fold = fold
    this.#rows = Object.fromEntries([...rows].map(([table, ofTable]) => [table.name, asDefined(table, ofTable)]))
  }

  /** Throws a handler's error, or why an event cannot be read. */
  fold(entry: LogEntry): void {
    if (entry.kind === 'unknown') return
    const handler = this.#fold.on[entry.kind === 'fact' ? entry.fact.type : entry.type]
    if (!handler) return
    if (entry.kind === 'malformed') throw new Error(entry.error)
    handler(entry.fact, this.#rows)
  }
}

function asDefined(table: TableSql, rows: AnyRows): AnyRows {
  if (!table.definition.appendOnly) return rows
  const refuse = () => {
    throw new Error(`${table.name} accepts only new rows.`)
  }
  return { set: (row) => rows.set(row), get: refuse, where: refuse, delete: refuse }
}

export function onlyColumnOf(match: Row): readonly [column: string, value: unknown] {
  const [only, more] = Object.entries(match)
  if (!only || more) throw new Error('Rows are found by one column.')
  return only
}

/** Order independent of where rows were found. */
export const inKeyOrder = (found: ReadonlyMap<string, Row>): Row[] =>
  [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

export const isAfter = (position: Position, other: Position | null): boolean => other === null || position.commit > other.commit

export interface FoldFailure {
  readonly position: Position
  readonly type: string
  readonly streamName: string
  readonly correlationId: string | null
  readonly error: string
}

export function failureOf(entry: LogEntry, error: unknown): FoldFailure {
  const { position } = entry
  if (entry.kind === 'malformed')
    return { position, type: entry.type, streamName: entry.streamName, correlationId: null, error: entry.error }
  if (entry.kind === 'unknown')
    return { position, type: entry.type, streamName: entry.streamName, correlationId: null, error: String(error) }
  const { type, streamName, metadata } = entry.fact
  return { position, type, streamName, correlationId: metadata.correlationId, error: String(error) }
}

export const inWords = ({ type, streamName, position, error }: FoldFailure): string =>
  `${type} in ${streamName} at ${position.commit} cannot be folded: ${error}`

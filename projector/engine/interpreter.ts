import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, ReadModel, Row } from '../read-models/definition.ts'
import type { TableSql } from './table-sql.ts'

/** The type of an entry that a read model may have to look at, readable or not; null for unknown types. */
export const typeOf = (entry: LogEntry): string | null =>
  entry.kind === 'unknown' ? null : entry.kind === 'fact' ? entry.fact.type : entry.type

/** Whether a read model has to look at an entry: it is of a type that one of its handlers folds. */
export function concerns(readModel: ReadModel, entry: LogEntry): boolean {
  const type = typeOf(entry)
  return type !== null && readModel.on[type] !== undefined
}

/**
 * Runs the handlers of a read model. There is no other way in which they are run: the live fold, the backfill and the
 * tests differ only in where the rows of each table come from, and where changes go.
 */
export class Interpreter {
  readonly #readModel: ReadModel
  readonly #rows: Readonly<Record<string, AnyRows>>

  constructor(readModel: ReadModel, rows: ReadonlyMap<TableSql, AnyRows>) {
    this.#readModel = readModel
    this.#rows = Object.fromEntries([...rows].map(([table, ofTable]) => [table.name, asDefined(table, ofTable)]))
  }

  /** Throws what a handler throws, and what is wrong with an event that cannot be read. */
  fold(entry: LogEntry): void {
    if (entry.kind === 'unknown') return
    const handler = this.#readModel.on[entry.kind === 'fact' ? entry.fact.type : entry.type]
    if (!handler) return
    if (entry.kind === 'malformed') throw new Error(entry.error)
    handler(entry.fact, this.#rows)
  }
}

/** Rows that are only ever added cannot be asked for. */
function asDefined(table: TableSql, rows: AnyRows): AnyRows {
  if (!table.definition.appendOnly) return rows
  const refuse = () => {
    throw new Error(`${table.name} takes new rows only.`)
  }
  return { set: (row) => rows.set(row), get: refuse, where: refuse, delete: refuse }
}

/** What `where` is asked for. */
export function onlyColumnOf(match: Row): readonly [column: string, value: unknown] {
  const [only, more] = Object.entries(match)
  if (!only || more) throw new Error('Rows are found by one column.')
  return only
}

/** Rows by their names, as `TableSql.keyOf` gives them, in an order that does not depend on where they come from. */
export const inKeyOrder = (found: ReadonlyMap<string, Row>): Row[] =>
  [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

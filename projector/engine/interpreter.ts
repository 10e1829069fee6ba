import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, ReadModel, Row } from '../read-models/definition.ts'
import type { TableSql } from './table-sql.ts'

/** Where the rows of one table come from, and where changes go. Rows are named by `TableSql.keyOf`. */
export interface RowStore {
  get(name: string, key: Row): Row | null
  set(name: string, row: Row): void
  delete(name: string, key: Row): void
}

/** Whether a read model has to look at an entry: it is of a type that one of its handlers folds, readable or not. */
export const concerns = (readModel: ReadModel, entry: LogEntry): boolean =>
  entry.kind !== 'unknown' && readModel.on[entry.kind === 'fact' ? entry.fact.type : entry.type] !== undefined

/**
 * Runs the handlers of a read model. There is no other way in which they are run: the live fold, the backfill and the
 * tests differ only in the stores that they hand in.
 */
export class Interpreter {
  readonly #readModel: ReadModel
  readonly #rows: Readonly<Record<string, AnyRows>>

  constructor(readModel: ReadModel, tables: readonly TableSql[], storeOf: (table: TableSql) => RowStore) {
    this.#readModel = readModel
    this.#rows = Object.fromEntries(tables.map((table) => [table.name, rowsOf(table, storeOf(table))]))
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

function rowsOf(table: TableSql, store: RowStore): AnyRows {
  const { keyOf } = table
  const set = (row: Row) => store.set(keyOf(row), row)
  if (!table.definition.appendOnly) return { set, get: (key) => store.get(keyOf(key), key), delete: (key) => store.delete(keyOf(key), key) }
  const refuse = () => {
    throw new Error(`${table.name} takes new rows only.`)
  }
  return { set, get: refuse, delete: refuse }
}

import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { AnyRows, ReadModel, Row } from '../read-models/definition.ts'
import { Interpreter, inKeyOrder, onlyColumnOf } from './interpreter.ts'
import type { TableSql } from './table-sql.ts'

/** Rows remembered for each table, so that a row that keeps changing is loaded once. */
const REMEMBERED_ROWS = 20_000

/** Rows by their names, each with its key; null where one is removed. */
type ChangedRows = ReadonlyMap<string, { readonly key: Row; readonly row: Row | null }>
/** What a batch leaves behind. */
export type Changes = ReadonlyMap<TableSql, ChangedRows>

export type Folded =
  | { readonly kind: 'folded'; readonly changes: Changes }
  /** A handler refused the entry at this index. */
  | { readonly kind: 'failed'; readonly index: number; readonly error: unknown }

/** The rows of one table: as they were loaded, and as the batch has changed them so far. */
class LoadedRows implements AnyRows {
  readonly #keyOf: TableSql['keyOf']
  readonly #loaded = new Map<string, Row | null>()
  /** Names of the rows that were found, by what was looked for. */
  readonly #found = new Map<string, readonly string[]>()
  readonly changed = new Map<string, { key: Row; row: Row | null }>()
  readonly missing = new Map<string, Row>()
  /** What was looked for and is not loaded yet. */
  readonly unfound = new Map<string, Row>()

  constructor({ keyOf }: TableSql) {
    this.#keyOf = keyOf
  }

  get(key: Row): Row | null {
    const name = this.#keyOf(key)
    const changed = this.changed.get(name)
    if (changed) return changed.row
    const row = this.#loaded.get(name)
    if (row !== undefined) return row
    this.missing.set(name, key)
    return null
  }

  where(match: Row): readonly Row[] {
    const [column, value] = onlyColumnOf(match)
    const names = this.#found.get(`${column}\n${value}`)
    if (!names) this.unfound.set(`${column}\n${value}`, match)
    const rows = new Map<string, Row>()
    for (const name of names ?? []) {
      const row = this.#loaded.get(name)
      if (row && !this.changed.has(name)) rows.set(name, row)
    }
    for (const [name, { row }] of this.changed) if (row && row[column] === value) rows.set(name, row)
    return inKeyOrder(rows)
  }

  set(row: Row): void {
    this.changed.set(this.#keyOf(row), { key: row, row })
  }

  delete(key: Row): void {
    this.changed.set(this.#keyOf(key), { key, row: null })
  }

  get isComplete(): boolean {
    return this.missing.size === 0 && this.unfound.size === 0
  }

  forgetChanges(): void {
    this.changed.clear()
    this.missing.clear()
    this.unfound.clear()
  }

  /** Takes in what `load` finds of the missing rows. */
  async load(load: (matches: readonly Row[], column: string | null) => Promise<readonly Row[]>): Promise<void> {
    const byKey = this.missing.size > 0 ? await load([...this.missing.values()], null) : []
    const found = new Map(byKey.map((row) => [this.#keyOf(row), row]))
    for (const name of this.missing.keys()) this.#loaded.set(name, found.get(name) ?? null)
    const matches = Map.groupBy(this.unfound.values(), (match) => onlyColumnOf(match)[0])
    for (const [column, wanted] of matches) {
      const names = Map.groupBy(await load(wanted, column), (row) => {
        this.#loaded.set(this.#keyOf(row), row)
        return row[column]
      })
      for (const match of wanted) this.#found.set(`${column}\n${match[column]}`, names.get(match[column])?.map(this.#keyOf) ?? [])
    }
  }

  /** The batch was written: its rows are as good as loaded, and newer than the others. */
  keepChanges(): void {
    for (const [name, { row }] of this.changed) {
      this.#loaded.delete(name)
      this.#loaded.set(name, row)
    }
    for (const name of this.#loaded.keys()) {
      if (this.#loaded.size <= REMEMBERED_ROWS) break
      this.#loaded.delete(name)
    }
    this.#found.clear()
    this.forgetChanges()
  }

  forget(): void {
    this.#loaded.clear()
    this.#found.clear()
    this.forgetChanges()
  }
}

/** Finds rows by their keys, or by one column; matches without a row are left out. */
export type LoadRows = (table: TableSql, matches: readonly Row[], column: string | null) => Promise<readonly Row[]>

/** Folds batches over rows that lie elsewhere, and remembers rows from one batch to the next. */
export class UnitOfWork {
  readonly #tables: ReadonlyMap<TableSql, LoadedRows>
  readonly #interpreter: Interpreter
  readonly #load: LoadRows

  constructor(readModel: ReadModel, tables: readonly TableSql[], load: LoadRows) {
    this.#tables = new Map(tables.map((table) => [table, new LoadedRows(table)]))
    this.#interpreter = new Interpreter(readModel, this.#tables)
    this.#load = load
  }

  /** Folds a batch; what it changes is to be written, and then kept with `written`, or forgotten. */
  async fold(entries: readonly LogEntry[]): Promise<Folded> {
    for (;;) {
      for (const rows of this.#tables.values()) rows.forgetChanges()
      const failed = this.#tryFold(entries)
      if ([...this.#tables.values()].every((rows) => rows.isComplete)) {
        if (failed) return failed
        const changes = new Map([...this.#tables].flatMap(([table, { changed }]) => (changed.size > 0 ? [[table, changed]] : [])))
        return { kind: 'folded', changes }
      }
      await Promise.all([...this.#tables].map(([table, rows]) => rows.load((matches, column) => this.#load(table, matches, column))))
    }
  }

  /**
   * Folds with the rows that are loaded. One that is missing is taken for one that does not exist, and the fold goes
   * on, for what else is missing: so a round asks for many rows at once, and most batches need one round. What a round
   * with missing rows comes to, errors included, is thrown away.
   */
  #tryFold(entries: readonly LogEntry[]): Folded | null {
    for (const [index, entry] of entries.entries())
      try {
        this.#interpreter.fold(entry)
      } catch (error) {
        return { kind: 'failed', index, error }
      }
    return null
  }

  /** What the last batch changed stands. */
  written(): void {
    for (const [{ definition }, rows] of this.#tables) {
      // Rows that are only ever added are never asked for.
      if (definition.appendOnly) rows.forget()
      else rows.keepChanges()
    }
  }

  /** Nothing that was loaded is to be relied on any more. */
  forget(): void {
    for (const rows of this.#tables.values()) rows.forget()
  }
}

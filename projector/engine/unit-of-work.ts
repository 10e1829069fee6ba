import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import type { ReadModel, Row } from '../read-models/definition.ts'
import { byName, Interpreter, type NamedRows } from './interpreter.ts'
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
class LoadedRows implements NamedRows {
  readonly #loaded = new Map<string, Row | null>()
  readonly changed = new Map<string, { key: Row; row: Row | null }>()
  readonly missing = new Map<string, Row>()

  get(name: string, key: Row): Row | null {
    const changed = this.changed.get(name)
    if (changed) return changed.row
    const row = this.#loaded.get(name)
    if (row !== undefined) return row
    this.missing.set(name, key)
    return null
  }

  set(name: string, row: Row): void {
    this.changed.set(name, { key: row, row })
  }

  delete(name: string, key: Row): void {
    this.changed.set(name, { key, row: null })
  }

  forgetChanges(): void {
    this.changed.clear()
    this.missing.clear()
  }

  /** Takes in what was found of the missing rows. */
  load(found: ReadonlyMap<string, Row>): void {
    for (const name of this.missing.keys()) this.#loaded.set(name, found.get(name) ?? null)
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
    this.forgetChanges()
  }

  forget(): void {
    this.#loaded.clear()
    this.forgetChanges()
  }
}

/** Finds rows by their keys; those that are not there are left out. */
export type LoadRows = (table: TableSql, keys: readonly Row[]) => Promise<readonly Row[]>

/** Folds batches over rows that lie elsewhere, and remembers rows from one batch to the next. */
export class UnitOfWork {
  readonly #tables: ReadonlyMap<TableSql, LoadedRows>
  readonly #interpreter: Interpreter
  readonly #load: LoadRows

  constructor(readModel: ReadModel, tables: readonly TableSql[], load: LoadRows) {
    const stores = new Map(tables.map((table) => [table, new LoadedRows()]))
    this.#tables = stores
    this.#interpreter = new Interpreter(readModel, new Map([...stores].map(([table, rows]) => [table, byName(table, rows)])))
    this.#load = load
  }

  /** Folds a batch; what it changes is to be written, and then kept with `written`, or forgotten. */
  async fold(entries: readonly LogEntry[]): Promise<Folded> {
    for (;;) {
      for (const rows of this.#tables.values()) rows.forgetChanges()
      const failed = this.#tryFold(entries)
      if (this.#isComplete()) {
        if (failed) return failed
        const changes = new Map([...this.#tables].flatMap(([table, { changed }]) => (changed.size > 0 ? [[table, changed]] : [])))
        return { kind: 'folded', changes }
      }
      await this.#loadMissing()
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

  #isComplete(): boolean {
    for (const { missing } of this.#tables.values()) if (missing.size > 0) return false
    return true
  }

  async #loadMissing(): Promise<void> {
    await Promise.all(
      [...this.#tables].map(async ([table, rows]) => {
        if (rows.missing.size === 0) return
        const found = await this.#load(table, [...rows.missing.values()])
        rows.load(new Map(found.map((row) => [table.keyOf(row), row])))
      }),
    )
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

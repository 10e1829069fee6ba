import type { LogEntry } from '@medicready/platform/event-store/log-entry'
import { allEnded } from '@medicready/platform/retry'
import type { AnyRows, ReadModel, Row } from '../read-models/definition.ts'
import { Interpreter, inKeyOrder, onlyColumnOf } from './interpreter.ts'
import type { TableSql } from './table-sql.ts'

/** Per table, so that a frequently changed row is loaded once. */
const REMEMBERED_ROWS = 20_000

/** Null marks a removed row. */
type ChangedRows = ReadonlyMap<string, { readonly key: Row; readonly row: Row | null }>
export type Changes = ReadonlyMap<TableSql, ChangedRows>

export type Folded =
  | { readonly kind: 'folded'; readonly changes: Changes }
  | { readonly kind: 'failed'; readonly index: number; readonly error: unknown }

class LoadedRows implements AnyRows {
  readonly #keyOf: TableSql['keyOf']
  readonly #loaded = new Map<string, Row | null>()
  readonly #found = new Map<string, readonly string[]>()
  readonly changed = new Map<string, { key: Row; row: Row | null }>()
  readonly missing = new Map<string, Row>()
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

  /** After a write, the changed rows count as loaded. */
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

/** By key, or by one column if given; missing rows are left out. */
export type LoadRows = (table: TableSql, matches: readonly Row[], column: string | null) => Promise<readonly Row[]>

export class UnitOfWork {
  readonly #tables: ReadonlyMap<TableSql, LoadedRows>
  readonly #interpreter: Interpreter
  readonly #load: LoadRows

  constructor(readModel: ReadModel, tables: readonly TableSql[], load: LoadRows) {
    this.#tables = new Map(tables.map((table) => [table, new LoadedRows(table)]))
    this.#interpreter = new Interpreter(readModel, this.#tables)
    this.#load = load
  }

  async fold(entries: readonly LogEntry[]): Promise<Folded> {
    for (;;) {
      for (const rows of this.#tables.values()) rows.forgetChanges()
      const failed = this.#tryFold(entries)
      if ([...this.#tables.values()].every((rows) => rows.isComplete)) {
        if (failed) return failed
        const changes = new Map([...this.#tables].flatMap(([table, { changed }]) => (changed.size > 0 ? [[table, changed]] : [])))
        return { kind: 'folded', changes }
      }
      await allEnded([...this.#tables].map(([table, rows]) => rows.load((matches, column) => this.#load(table, matches, column))))
    }
  }

  /** Missing rows count as absent while the fold collects more of them; results of that round are discarded. */
  #tryFold(entries: readonly LogEntry[]): Folded | null {
    for (const [index, entry] of entries.entries())
      try {
        this.#interpreter.fold(entry)
      } catch (error) {
        return { kind: 'failed', index, error }
      }
    return null
  }

  written(): void {
    for (const [{ definition }, rows] of this.#tables) {
      // Append-only rows are never read.
      if (definition.appendOnly) rows.forget()
      else rows.keepChanges()
    }
  }

  forget(): void {
    for (const rows of this.#tables.values()) rows.forget()
  }
}

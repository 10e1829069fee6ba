import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyRows, Row } from '../read-models/definition.ts'
import { inKeyOrder, onlyColumnOf } from './interpreter.ts'
import { KeyedRows } from './keyed-rows.ts'
import { SpillFile } from './spill-file.ts'
import type { TableSql } from './table-sql.ts'

const ROWS_A_TURN = 10_000
const CHARACTERS_AT_ONCE = 256 * 1024

/** Rows not touched between two `putAside` calls move to a file in COPY format, and return when read. */
export class SpillingRows implements AnyRows {
  readonly #table: TableSql
  /** Null marks a removed row that the file may still hold. */
  #recent: KeyedRows
  #earlier: KeyedRows
  #file: SpillFile | null = null

  constructor(table: TableSql) {
    this.#table = table
    this.#recent = this.#none()
    this.#earlier = this.#none()
  }

  #none(): KeyedRows {
    const { key, foundBy } = this.#table.definition
    return new KeyedRows(key, foundBy)
  }

  get recentRows(): number {
    return this.#recent.size
  }

  get size(): number {
    return this.#recent.size + this.#earlier.size + (this.#file?.size ?? 0)
  }

  get(key: Row): Row | null {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const found = this.#takeEarlier(key)
    if (found !== undefined) this.#recent.set(key, found)
    return found ?? null
  }

  #takeEarlier(key: Row): Row | null | undefined {
    const row = this.#earlier.size > 0 ? this.#earlier.get(key) : undefined
    if (row !== undefined) {
      this.#earlier.delete(key)
      return row
    }
    const line = this.#file?.get(this.#table.keyOf(key)) ?? null
    return line === null ? undefined : this.#table.rowOfLine(line.slice(0, -1))
  }

  where(match: Row): readonly Row[] {
    const { definition, keyOf, rowOfLine } = this.#table
    const [column, value] = onlyColumnOf(match)
    const found = new Map<string, Row>()
    for (const line of this.#file?.where(definition.foundBy?.indexOf(column) ?? -1, String(value)) ?? []) {
      const row = rowOfLine(line.slice(0, -1))
      const isNewest = this.#recent.get(row) === undefined && this.#earlier.get(row) === undefined
      if (isNewest && row[column] === value) found.set(keyOf(row), row)
    }
    for (const rows of [this.#earlier, this.#recent]) for (const row of rows.where(column, value)) found.set(keyOf(row), row)
    return inKeyOrder(found)
  }

  set(row: Row): void {
    this.#recent.set(row, row)
    if (this.#earlier.size > 0) this.#earlier.delete(row)
  }

  delete(key: Row): void {
    this.#earlier.delete(key)
    if (this.#file) this.#recent.set(key, null)
    else this.#recent.delete(key)
  }

  async putAside(): Promise<void> {
    if (this.#earlier.size > 0) {
      this.#file ??= new SpillFile((line) => this.#table.nameOfLine(line.slice(0, -1)), this.#table.definition.foundBy?.length)
      const { foundBy = [] } = this.#table.definition
      const valuesOf = (row: Row) => foundBy.map((column) => row[column] as string | null)
      let count = 0
      for (const [key, row] of this.#earlier) {
        if (row === null) this.#file.delete(this.#table.keyOf(key))
        else this.#file.set(this.#table.keyOf(key), this.#table.copyLine(row), valuesOf(row))
        if (++count % ROWS_A_TURN === 0) await nextTurn()
      }
    }
    this.#earlier = this.#recent
    this.#recent = this.#none()
  }

  *lines(): Generator<string | Buffer> {
    yield* this.#linesOf(this.#earlier)
    this.#earlier = this.#none()
    yield* this.#linesOf(this.#recent)
    this.#recent = this.#none()
    if (this.#file) yield* this.#file.chunks()
  }

  /** Skips rows whose file copy is current. */
  *#linesOf(rows: KeyedRows): Generator<string> {
    let lines = ''
    for (const [key, row] of rows) {
      this.#file?.delete(this.#table.keyOf(key))
      if (row !== null) lines += this.#table.copyLine(row)
      if (lines.length < CHARACTERS_AT_ONCE) continue
      yield lines
      lines = ''
    }
    if (lines !== '') yield lines
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }
}

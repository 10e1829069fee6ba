import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row } from '../read-models/definition.ts'
import type { RowStore } from './interpreter.ts'
import { SpillFile } from './spill-file.ts'
import type { TableSql } from './table-sql.ts'

/** Rows written to the file before others get their turn. */
const ROWS_A_TURN = 10_000

/**
 * The rows of one table while it is backfilled: the ones in use in memory, the others in a file, ready to be copied
 * into Postgres. What was not touched between one `putAside` and the next goes to the file, and comes back when it is
 * asked for.
 */
export class KeptRows implements RowStore {
  readonly #table: TableSql
  /** Rows that were touched since the last `putAside`; null where one is removed that the file may hold. */
  #recent = new Map<string, Row | null>()
  #earlier = new Map<string, Row | null>()
  #file: SpillFile | null = null

  constructor(table: TableSql) {
    this.#table = table
  }

  /** Rows that were touched since the last `putAside`. */
  get recentRows(): number {
    return this.#recent.size
  }

  get(name: string): Row | null {
    const recent = this.#recent.get(name)
    if (recent !== undefined) return recent
    const row = this.#earlier.get(name)
    if (row !== undefined) {
      this.#earlier.delete(name)
      this.#recent.set(name, row)
      return row
    }
    const line = this.#file?.get(name)
    if (line === undefined || line === null) return null
    const found = this.#table.rowOfLine(line.slice(0, -1))
    this.#recent.set(name, found)
    return found
  }

  set(name: string, row: Row): void {
    this.#recent.set(name, row)
    if (this.#earlier.size > 0) this.#earlier.delete(name)
  }

  delete(name: string): void {
    this.#earlier.delete(name)
    if (this.#file) this.#recent.set(name, null)
    else this.#recent.delete(name)
  }

  /** Makes room: what was not touched since the last time goes to the file. */
  async putAside(): Promise<void> {
    const { size } = this.#earlier
    if (size > 0) {
      this.#file ??= new SpillFile((line) => this.#table.nameOfLine(line.slice(0, -1)))
      let count = 0
      for (const [name, row] of this.#earlier) {
        if (row === null) this.#file.delete(name)
        else this.#file.set(name, this.#table.copyLine(row))
        if (++count % ROWS_A_TURN === 0) await nextTurn()
      }
    }
    this.#earlier = this.#recent
    this.#recent = new Map()
  }

  /** All rows as lines for COPY, one by one or many at once. Takes them out of memory. */
  *lines(): Generator<string | Buffer> {
    for (const rows of [this.#earlier, this.#recent])
      for (const [name, row] of rows) {
        this.#file?.delete(name)
        if (row !== null) yield this.#table.copyLine(row)
      }
    this.#earlier.clear()
    this.#recent.clear()
    if (this.#file) yield* this.#file.chunks()
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }
}

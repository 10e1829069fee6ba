import type { Sql } from '@medicready/platform/postgres/connection'
import type { AnyRows } from '../read-models/definition.ts'
import { CopyStream } from './copy-stream.ts'
import { KeptRows } from './kept-rows.ts'
import type { TableSql } from './table-sql.ts'

/**
 * One table while the log is read. Rows that are only ever added are on their way to Postgres at once; the others are
 * kept until the end of the log. To be closed, however it ends.
 */
export class GrowingTable {
  readonly #sql: Sql
  readonly #table: TableSql
  readonly #stream: CopyStream
  readonly #kept: KeptRows | null
  #added = 0

  constructor(sql: Sql, table: TableSql) {
    this.#sql = sql
    this.#table = table
    this.#stream = new CopyStream(sql, table.copy)
    this.#kept = table.definition.appendOnly ? null : new KeptRows(table)
  }

  /** What the fold works with. */
  rows(): AnyRows {
    if (this.#kept) return this.#kept
    const set: AnyRows['set'] = (row) => {
      this.#stream.add(this.#table.copyLine(row))
      this.#added += 1
    }
    return { set, get: () => null, where: () => [], delete: () => undefined }
  }

  /** How many rows there are, at most. */
  get size(): number {
    return this.#kept?.size ?? this.#added
  }

  /** Rows in memory that were touched since others were put aside. */
  get recentRows(): number {
    return this.#kept?.recentRows ?? 0
  }

  /** Hands what was added to Postgres; waits when Postgres is behind. */
  flush(): Promise<void> {
    return this.#stream.flush()
  }

  /** Makes room in memory. */
  async putAside(): Promise<void> {
    await this.#kept?.putAside()
  }

  /** Brings all rows into Postgres. */
  async copy(): Promise<void> {
    if (this.#kept) for (const lines of this.#kept.lines()) await this.#stream.write(lines)
    await this.#stream.end()
    this.#kept?.close()
  }

  /** Once the rows are there. */
  async index(): Promise<void> {
    for (const statement of [...this.#table.createIndexes, this.#table.analyze]) await this.#sql.unsafe(statement)
  }

  /** Breaks off what is not finished. */
  async close(): Promise<void> {
    await this.#stream.abort()
    this.#kept?.close()
  }
}

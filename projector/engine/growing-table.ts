import type { Sql } from '@medicready/platform/postgres/connection'
import type { AnyRows } from '../read-models/definition.ts'
import { CopyStream } from './copy-stream.ts'
import { SpillingRows } from './spilling-rows.ts'
import type { TableSql } from './table-sql.ts'

/** Append-only rows are streamed to Postgres at once; others are kept until the end. Must be closed. */
export class GrowingTable {
  readonly #sql: Sql
  readonly #table: TableSql
  readonly #stream: CopyStream
  readonly #kept: SpillingRows | null
  #added = 0

  constructor(sql: Sql, table: TableSql) {
    this.#sql = sql
    this.#table = table
    this.#stream = new CopyStream(sql, table.copy)
    this.#kept = table.definition.appendOnly ? null : new SpillingRows(table)
  }

  rows(): AnyRows {
    if (this.#kept) return this.#kept
    const set: AnyRows['set'] = (row) => {
      this.#stream.add(this.#table.copyLine(row))
      this.#added += 1
    }
    return { set, get: () => null, where: () => [], delete: () => undefined }
  }

  get size(): number {
    return this.#kept?.size ?? this.#added
  }

  get recentRows(): number {
    return this.#kept?.recentRows ?? 0
  }

  flush(): Promise<void> {
    return this.#stream.flush()
  }

  async putAside(): Promise<void> {
    await this.#kept?.putAside()
  }

  async copy(): Promise<void> {
    if (this.#kept) for (const lines of this.#kept.lines()) await this.#stream.write(lines)
    await this.#stream.end()
    this.#kept?.close()
  }

  async index(): Promise<void> {
    for (const statement of [...this.#table.createIndexes, this.#table.analyze]) await this.#sql.unsafe(statement)
  }

  async close(): Promise<void> {
    await this.#stream.abort()
    this.#kept?.close()
  }
}

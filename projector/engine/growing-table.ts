import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Sql, sessionLike } from '@medicready/platform/postgres/connection'
import type { AnyRows } from '../read-models/definition.ts'
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

/** On its own connection: other queries would end up in the row stream. Holds the table until it ends. */
class CopyStream {
  readonly #sql: Sql
  readonly #copy: string
  #pending = ''
  #opening: Promise<Writable> | null = null
  #session: Sql | null = null
  #refusal: Promise<Error> | null = null

  constructor(sql: Sql, copy: string) {
    this.#sql = sql
    this.#copy = copy
  }

  add(line: string): void {
    this.#pending += line
  }

  async flush(): Promise<void> {
    if (this.#pending === '') return
    const chunk = this.#pending
    this.#pending = ''
    await this.write(chunk)
  }

  async write(chunk: string | Buffer): Promise<void> {
    this.#opening ??= this.#open()
    const stream = await this.#opening
    if (stream.errored) throw stream.errored
    if (!stream.write(chunk)) await once(stream, 'drain')
  }

  async #open(): Promise<Writable> {
    this.#session = sessionLike(this.#sql)
    const copying = this.#session.unsafe(this.#copy)
    let stream: Writable | null = null
    this.#refusal = refusalOf(copying)
    void this.#refusal.then((error) => stream?.destroy(error))
    stream = await copying.writable()
    // The next write gets the error; there may be none at the moment.
    stream.on('error', () => undefined)
    return stream
  }

  async end(): Promise<void> {
    await this.flush()
    const stream = await this.#opening
    if (!stream) return
    if (stream.errored) throw stream.errored
    const finished = once(stream, 'finish')
    stream.end()
    await finished
    const session = this.#session
    this.#session = null
    await session?.end()
  }

  async abort(): Promise<void> {
    const stream = await this.#opening?.catch(() => null)
    stream?.destroy(new Error('The backfill was interrupted.'))
    if (!this.#session) return
    await this.#refusal
    await this.#session.end({ timeout: 0 })
    this.#session = null
  }
}

// The client reports no errors after the last row (porsager/postgres#1173), so this waits for one.
const refusalOf = (copying: object): Promise<Error> =>
  new Promise((resolve) => {
    const query = copying as { reject: (error: Error) => void }
    const { reject } = query
    query.reject = (error) => {
      reject(error)
      resolve(error)
    }
  })

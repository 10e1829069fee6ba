import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { clockOf, dueOf } from './due.ts'
import type { Kind, Kinds, KindWithNotes, Notes } from './kinds.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    notes TEXT,
    -- The test clock by which its time passes; empty for the clock of the server.
    clock TEXT NOT NULL,
    -- When something is to happen to it.
    due INTEGER
  );
  CREATE INDEX IF NOT EXISTS objects_of_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_due ON objects (clock, due) WHERE due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_of_customer ON objects (kind, json_extract(body, '$.customer'), seq);
  CREATE INDEX IF NOT EXISTS objects_by_email ON objects (kind, json_extract(body, '$.email'), seq);
  CREATE INDEX IF NOT EXISTS objects_of_invoice ON objects (kind, json_extract(body, '$.invoice'), seq);
  CREATE INDEX IF NOT EXISTS objects_of_subscription ON objects (kind, json_extract(body, '$.parent.subscription_details.subscription'), seq);
  CREATE INDEX IF NOT EXISTS objects_of_payment ON objects (kind, json_extract(body, '$.payment_intent'), seq);
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due, id);
  CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (event);
  CREATE TABLE IF NOT EXISTS figures (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`

/** A condition on a field of an object, by its path: `recurring.interval`. */
export interface Condition {
  readonly path: string
  readonly is: 'in' | 'not in' | '>' | '>=' | '<' | '<='
  readonly values: readonly (string | number)[]
}

export interface Window {
  readonly limit: number
  readonly startingAfter?: string | undefined
  readonly endingBefore?: string | undefined
}

/** An answer as it was first given to a request with an idempotency key. */
export interface KeptAnswer {
  readonly request: string
  readonly status: number
  readonly body: string
  readonly at: number
}

export interface Delivery {
  readonly id: number
  readonly event: string
  readonly attempts: number
  /** Milliseconds of the wall clock: how the outside world waits has nothing to do with clocks that are moved. */
  readonly due: number
}

/**
 * The stand-in's memory: objects as JSON in one table, with what they wait for. What a transaction has committed is on
 * the disk.
 */
export class Storage {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  /** `isDurable`: what was written outlives whatever becomes of the machine. */
  constructor(directory: string, { isDurable = true }: { readonly isDurable?: boolean } = {}) {
    mkdirSync(directory, { recursive: true })
    this.#database = new DatabaseSync(join(directory, 'stripe.sqlite'))
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isDurable ? 'FULL' : 'OFF'}; PRAGMA busy_timeout = 2000`)
    this.#database.exec(SCHEMA)
  }

  close(): void {
    this.#database.close()
  }

  /** All of it or nothing. */
  transaction<Result>(work: () => Result): Result {
    return this.#within('BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', work)
  }

  /** A part of a transaction that can be taken back alone, by throwing. */
  part<Result>(work: () => Result): Result {
    return this.#within('SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part', work)
  }

  #within<Result>(begin: string, commit: string, rollback: string, work: () => Result): Result {
    this.#database.exec(begin)
    try {
      const result = work()
      this.#database.exec(commit)
      return result
    } catch (error) {
      this.#database.exec(rollback)
      throw error
    }
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).run(...values)
  }

  #rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values)
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  save(body: Kinds[Kind]): void {
    this.#run(
      `INSERT INTO objects (id, kind, body, clock, due) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET body = excluded.body, clock = excluded.clock, due = excluded.due`,
      body.id,
      body.object,
      JSON.stringify(body),
      clockOf(body),
      dueOf(body),
    )
  }

  remove(id: string): void {
    this.#run('DELETE FROM objects WHERE id = ?', id)
  }

  /** Leaves of an object only that it was deleted. */
  removeButName(kind: Kind, id: string): void {
    const name = JSON.stringify({ id, object: kind, deleted: true })
    this.#run("UPDATE objects SET kind = 'deleted', body = ?, notes = NULL, due = NULL WHERE id = ?", name, id)
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const [row] = this.#rows('SELECT body FROM objects WHERE id = ? AND kind = ?', id, kind)
    return row && JSON.parse(String(row.body))
  }

  /** Any object at all. */
  findAny(id: string): Kinds[Kind] | undefined {
    const [row] = this.#rows('SELECT body FROM objects WHERE id = ?', id)
    return row && JSON.parse(String(row.body))
  }

  note<K extends KindWithNotes>(_kind: K, id: string, notes: Notes[K]): void {
    this.#run('UPDATE objects SET notes = ? WHERE id = ?', JSON.stringify(notes), id)
  }

  notes<K extends KindWithNotes>(kind: K, id: string): Notes[K] | undefined {
    const [row] = this.#rows('SELECT notes FROM objects WHERE id = ? AND kind = ?', id, kind)
    return row?.notes ? JSON.parse(String(row.notes)) : undefined
  }

  /** The checkout whose payment waits for its authentication. */
  sessionWaitingFor(paymentIntent: string): Kinds['checkout.session'] | undefined {
    const [row] = this.#rows(
      `SELECT body FROM objects WHERE kind = 'checkout.session' AND json_extract(notes, '$.waiting.paymentIntent') = ?`,
      paymentIntent,
    )
    return row && JSON.parse(String(row.body))
  }

  /** The newest first, as Stripe lists them; before some object those that came right after it. */
  page<K extends Kind>(kind: K, conditions: readonly Condition[], window: Window): { objects: Kinds[K][]; hasMore: boolean } {
    const { limit, startingAfter, endingBefore } = window
    const wanted = conditions.map(({ path, is, values }) => {
      const field = ['id', 'kind'].includes(path) ? path : `json_extract(body, '$.${path}')`
      return is === 'in' || is === 'not in' ? `${field} ${is} (${values.map(() => '?').join(', ')})` : `${field} ${is} ?`
    })
    const given: SQLInputValue[] = conditions.flatMap(({ values }) => [...values])
    if (startingAfter) wanted.push('seq < (SELECT seq FROM objects WHERE id = ?)')
    if (endingBefore) wanted.push('seq > (SELECT seq FROM objects WHERE id = ?)')
    const rows = this.#rows(
      `SELECT body FROM objects WHERE ${['kind = ?', ...wanted].join(' AND ')} ORDER BY seq ${endingBefore ? 'ASC' : 'DESC'} LIMIT ?`,
      kind,
      ...given,
      ...[startingAfter, endingBefore].filter((id) => id !== undefined),
      limit + 1,
    )
    const objects: Kinds[K][] = rows.slice(0, limit).map(({ body }) => JSON.parse(String(body)))
    return { objects: endingBefore ? objects.reverse() : objects, hasMore: rows.length > limit }
  }

  /** All of them, the newest first. */
  all<K extends Kind>(kind: K, conditions: readonly Condition[] = []): Kinds[K][] {
    return this.page(kind, conditions, { limit: 1_000_000 }).objects
  }

  /** What is the next to happen by a clock, if it is to happen by then. */
  nextDue(clock: string, until: number): { kind: Kind; id: string; due: number } | undefined {
    const [row] = this.#rows('SELECT kind, id, due FROM objects WHERE clock = ? AND due <= ? ORDER BY due, seq LIMIT 1', clock, until)
    return row && { kind: row.kind as Kind, id: String(row.id), due: Number(row.due) }
  }

  keptAnswer(key: string): KeptAnswer | undefined {
    const [row] = this.#rows('SELECT request, status, body, at FROM answers WHERE key = ?', key)
    return row && { request: String(row.request), status: Number(row.status), body: String(row.body), at: Number(row.at) }
  }

  keepAnswer(key: string, { request, status, body, at }: KeptAnswer): void {
    this.#run('INSERT OR REPLACE INTO answers (key, request, status, body, at) VALUES (?, ?, ?, ?, ?)', key, request, status, body, at)
  }

  forgetAnswersBefore(at: number): void {
    this.#run('DELETE FROM answers WHERE at < ?', at)
  }

  addDelivery(event: string, due: number): void {
    this.#run('INSERT INTO deliveries (event, attempts, due) VALUES (?, 0, ?)', event, due)
  }

  deliveries(limit: number): Delivery[] {
    const rows = this.#rows('SELECT id, event, attempts, due FROM deliveries ORDER BY due, id LIMIT ?', limit)
    return rows.map((row) => ({ id: Number(row.id), event: String(row.event), attempts: Number(row.attempts), due: Number(row.due) }))
  }

  deliveriesOf(event: string): number {
    return Number(this.#rows('SELECT count(*) AS n FROM deliveries WHERE event = ?', event)[0]?.n)
  }

  postponeDelivery(id: number, attempts: number, due: number): void {
    this.#run('UPDATE deliveries SET attempts = ?, due = ? WHERE id = ?', attempts, due, id)
  }

  removeDelivery(id: number): void {
    this.#run('DELETE FROM deliveries WHERE id = ?', id)
  }

  /** A number that is kept under a name; 0 when there is none. */
  figure(name: string): number {
    return Number(this.#rows('SELECT value FROM figures WHERE name = ?', name)[0]?.value ?? 0)
  }

  setFigure(name: string, value: number): void {
    this.#run('INSERT OR REPLACE INTO figures (name, value) VALUES (?, ?)', name, value)
  }
}

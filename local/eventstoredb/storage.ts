import { mkdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import { encodeReadEvent, encodeRecordedEvent, type ProposedEvent } from './recorded-event.ts'

export interface Stream {
  readonly id: number
  readonly name: string
  readonly revision: number
  readonly tombstoned: boolean
  readonly truncateBefore: number
  readonly maxCount: number | null
  readonly maxAge: number | null
}

export type Retention = Pick<Stream, 'truncateBefore' | 'maxCount' | 'maxAge'>

/** `stream` and `type` are ids. */
export interface StoredEvent {
  readonly position: number
  readonly stream: number
  readonly revision: number
  readonly type: number
  readonly recorded: Uint8Array
}

export interface CommittedEvent extends StoredEvent {
  readonly streamName: string
  readonly tombstone: boolean
  /** A ReadResp that all live subscribers share. */
  readonly response: Buffer
}

export interface Page {
  readonly events: readonly StoredEvent[]
  readonly end: boolean
}

export type Direction = 'forwards' | 'backwards'

/** `truncateBefore` of a soft-deleted stream; 2^63 - 1 on the wire. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER

const TOMBSTONE_REVISION = '9223372036854775807'

/** Positions have gaps like EventStoreDB's byte offsets, so that clients do not rely on counting. */
const RECORD_OVERHEAD = 64

const PAGE_ROWS = 500
const PAGE_BYTES = 1024 * 1024

const LOG = 'log.sqlite'
const SNAPSHOT_PAGES_AT_ONCE = 1_000

const SCHEMA_VERSION = 1
const SCHEMA = `
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL DEFAULT -1,
    tombstoned INTEGER NOT NULL DEFAULT 0,
    truncate_before INTEGER NOT NULL DEFAULT 0,
    max_count INTEGER,
    max_age INTEGER
  ) STRICT;
  CREATE TABLE types (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    type INTEGER NOT NULL,
    created INTEGER NOT NULL,
    id BLOB NOT NULL,
    recorded BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_of_stream ON events (stream, revision);
  CREATE INDEX events_by_id ON events (id);
  PRAGMA user_version = ${SCHEMA_VERSION};
`

export class StorageInUse extends Error {}

/** synchronous=FULL: readers sync what they read, and must not be ahead of a log that lost a commit. */
export class Storage {
  readonly #directory: string
  readonly #database: DatabaseSync
  readonly #statements: ReturnType<typeof prepare>
  readonly #typeIds = new Map<string, number>()
  readonly #typeNames = new Map<number, string>()
  #nextPosition = 0
  #uncommitted: CommittedEvent[] = []

  constructor(directory: string) {
    this.#directory = directory
    mkdirSync(directory, { recursive: true })
    this.#database = new DatabaseSync(join(directory, LOG), { timeout: 2_000 })
    try {
      // An exclusive lock keeps a second server out and avoids shared memory.
      this.#database.exec(`
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824; PRAGMA wal_autocheckpoint = 4000;
        BEGIN IMMEDIATE; COMMIT;`)
    } catch (cause) {
      this.#database.close()
      if (String(cause).includes('locked')) throw new StorageInUse(`The log in ${directory} is in use by another process`, { cause })
      throw cause
    }
    const version = Number(this.#database.prepare('PRAGMA user_version').get()?.user_version)
    if (version === 0) this.#database.exec(`BEGIN; ${SCHEMA} COMMIT;`)
    else if (version !== SCHEMA_VERSION)
      throw new Error(`The log in ${directory} has format ${version}; this server reads ${SCHEMA_VERSION}`)
    this.#statements = prepare(this.#database)
    this.#nextPosition = positionAfterLast(this.#database)
  }

  close(): void {
    this.#database.close()
  }

  /** A copy in `snapshot`, made while events are appended. As in EventStoreDB, `chaser.chk` says where it ends. */
  async snapshot(): Promise<void> {
    const folder = join(this.#directory, 'snapshot')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await backup(this.#database, join(folder, LOG), { rate: SNAPSHOT_PAGES_AT_ONCE })
    const copy = new DatabaseSync(join(folder, LOG))
    const end = Buffer.alloc(8)
    end.writeBigInt64LE(BigInt(positionAfterLast(copy)))
    copy.close()
    await writeFile(join(folder, 'chaser.chk'), end)
  }

  stream(name: string): Stream | undefined {
    const row = this.#statements.stream.get(name) as unknown as (Omit<Stream, 'tombstoned'> & { tombstoned: number }) | undefined
    return row === undefined ? undefined : { ...row, tombstoned: row.tombstoned === 1 }
  }

  streamName(id: number): string {
    return String(this.#statements.streamName.get(id)?.name)
  }

  typeName(id: number): string {
    let name = this.#typeNames.get(id)
    if (name === undefined) {
      name = String(this.#statements.typeName.get(id)?.name)
      this.#typeNames.set(id, name)
    }
    return name
  }

  get lastPosition(): number {
    return Number(this.#statements.lastPosition.get()?.position ?? -1)
  }

  eventAt(stream: number, revision: number): (StoredEvent & { id: string }) | undefined {
    const row = this.#statements.eventAt.get(stream, revision)
    if (row === undefined) return undefined
    return { ...(row as unknown as StoredEvent), id: textOf(row.id as Uint8Array) }
  }

  findById(stream: number, id: string): { position: number; revision: number } | undefined {
    return this.#statements.findById.get(bytesOf(id), stream) as unknown as { position: number; revision: number } | undefined
  }

  readAll(direction: Direction, beyond: number, limit: number): Page {
    const rows = Math.min(limit, PAGE_ROWS)
    return page(direction === 'forwards' ? this.#statements.allForwards : this.#statements.allBackwards, [beyond, rows], rows)
  }

  readStream(stream: Stream, direction: Direction, from: number, limit: number): Page {
    const rows = Math.min(limit, PAGE_ROWS)
    const maxCount = stream.maxCount ?? (stream.name.startsWith('$$') ? 1 : null)
    const first = Math.max(stream.truncateBefore, maxCount === null ? 0 : stream.revision + 1 - maxCount)
    const oldest = stream.maxAge === null ? 0 : Date.now() - stream.maxAge * 1000
    return direction === 'forwards'
      ? page(this.#statements.streamForwards, [stream.id, Math.max(from, first), oldest, rows], rows)
      : page(this.#statements.streamBackwards, [stream.id, from, first, oldest, rows], rows)
  }

  /** Returns the events that `work` wrote. If it throws, nothing is written. */
  transaction(work: () => void): readonly CommittedEvent[] {
    const positionBefore = this.#nextPosition
    this.#statements.begin.run()
    try {
      work()
      this.#statements.commit.run()
      return this.#uncommitted
    } catch (error) {
      this.#nextPosition = positionBefore
      this.#typeIds.clear()
      this.#typeNames.clear()
      // A failing commit may already have rolled back.
      if (this.#database.isTransaction) this.#statements.rollback.run()
      throw error
    } finally {
      this.#uncommitted = []
    }
  }

  /** Only within a transaction. */
  ensureStream(name: string): Stream {
    const existing = this.stream(name)
    if (existing !== undefined) return existing
    const id = Number(this.#statements.insertStream.run(name).lastInsertRowid)
    return { id, name, revision: -1, tombstoned: false, truncateBefore: 0, maxCount: null, maxAge: null }
  }

  /** Only within a transaction. */
  write(stream: Stream, events: readonly ProposedEvent[], tombstone = false): { revision: number; position: number } {
    const created = Date.now()
    let revision = stream.revision
    let position = -1
    for (const event of events) {
      revision++
      position = this.#nextPosition
      const revisionText = tombstone ? TOMBSTONE_REVISION : String(revision)
      const recorded = encodeRecordedEvent(event, { stream: stream.name, revision: revisionText, position, created })
      const type = this.#typeId(event.type)
      this.#statements.insertEvent.run(position, stream.id, revision, type, created, bytesOf(event.id), recorded)
      const response = encodeReadEvent(recorded, position)
      this.#uncommitted.push({ position, stream: stream.id, revision, type, recorded, streamName: stream.name, tombstone, response })
      this.#nextPosition = position + recorded.length + RECORD_OVERHEAD
    }
    this.#statements.updateRevision.run(revision, tombstone ? 1 : 0, stream.id)
    return { revision, position }
  }

  setRetention(stream: Stream, { truncateBefore, maxCount, maxAge }: Retention): void {
    this.#statements.updateRetention.run(truncateBefore, maxCount, maxAge, stream.id)
  }

  #typeId(name: string): number {
    const known = this.#typeIds.get(name) ?? (this.#statements.typeId.get(name)?.id as number | undefined)
    const id = known ?? Number(this.#statements.insertType.run(name).lastInsertRowid)
    this.#typeIds.set(name, id)
    return id
  }
}

function positionAfterLast(database: DatabaseSync): number {
  const last = database.prepare('SELECT position, length(recorded) AS size FROM events ORDER BY position DESC LIMIT 1').get()
  return last === undefined ? 0 : Number(last.position) + Number(last.size) + RECORD_OVERHEAD
}

function prepare(database: DatabaseSync) {
  const stream = 'id, name, revision, tombstoned, truncate_before AS truncateBefore, max_count AS maxCount, max_age AS maxAge'
  const event = 'position, stream, revision, type, recorded'
  return {
    begin: database.prepare('BEGIN'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    stream: database.prepare(`SELECT ${stream} FROM streams WHERE name = ?`),
    streamName: database.prepare('SELECT name FROM streams WHERE id = ?'),
    insertStream: database.prepare('INSERT INTO streams (name) VALUES (?)'),
    updateRevision: database.prepare('UPDATE streams SET revision = ?, tombstoned = ? WHERE id = ?'),
    updateRetention: database.prepare('UPDATE streams SET truncate_before = ?, max_count = ?, max_age = ? WHERE id = ?'),
    typeId: database.prepare('SELECT id FROM types WHERE name = ?'),
    typeName: database.prepare('SELECT name FROM types WHERE id = ?'),
    insertType: database.prepare('INSERT INTO types (name) VALUES (?)'),
    insertEvent: database.prepare(
      'INSERT INTO events (position, stream, revision, type, created, id, recorded) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    lastPosition: database.prepare('SELECT max(position) AS position FROM events'),
    eventAt: database.prepare(`SELECT ${event}, id FROM events WHERE stream = ? AND revision = ?`),
    findById: database.prepare('SELECT position, revision FROM events WHERE id = ? AND stream = ? ORDER BY position DESC LIMIT 1'),
    allForwards: database.prepare(`SELECT ${event} FROM events WHERE position > ? ORDER BY position LIMIT ?`),
    allBackwards: database.prepare(`SELECT ${event} FROM events WHERE position < ? ORDER BY position DESC LIMIT ?`),
    streamForwards: database.prepare(
      `SELECT ${event} FROM events WHERE stream = ? AND revision >= ? AND created >= ? ORDER BY revision LIMIT ?`,
    ),
    streamBackwards: database.prepare(
      `SELECT ${event} FROM events WHERE stream = ? AND revision <= ? AND revision >= ? AND created >= ? ORDER BY revision DESC LIMIT ?`,
    ),
  }
}

function page(statement: StatementSync, parameters: SQLInputValue[], rows: number): Page {
  const events: StoredEvent[] = []
  let bytes = 0
  for (const row of statement.iterate(...parameters)) {
    const event = row as unknown as StoredEvent
    events.push(event)
    bytes += event.recorded.length
    if (bytes >= PAGE_BYTES) return { events, end: false }
  }
  return { events, end: events.length < rows }
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function textOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

import { randomUUID } from 'node:crypto'
import { dataOf, type ProposedEvent } from './recorded-event.ts'
import { type ExpectedRevision, streamDeleted, WrongVersion } from './refusals.ts'
import { EVERYTHING, type Retention, type Storage, type Stream } from './storage.ts'

export interface Appended {
  readonly revision: number
  readonly position: number | undefined
}

/** `$tb` of a soft-deleted stream on the wire: the largest signed 64-bit number. */
const EVERYTHING_ON_THE_WIRE = '9223372036854775807'

/** Repeated event ids are answered as the first time. Only within a transaction. @throws Refusal */
export function append(storage: Storage, name: string, expected: ExpectedRevision, events: readonly ProposedEvent[]): Appended {
  const stream = storage.stream(name)
  refuseIfTombstoned(storage, name, stream)
  const before = recognise(storage, name, stream, expected, events)
  if (before !== undefined) return before
  if (events.length === 0) return { revision: stream?.revision ?? -1, position: undefined }

  const target = storage.ensureStream(name)
  if (isSoftDeleted(target)) revive(storage, target)
  const written = storage.write(target, events)
  if (name.startsWith('$$')) applyMetadata(storage, name.slice(2), events.at(-1))
  return written
}

/** Hides all events by metadata; the next append continues where the stream ended. Only within a transaction. */
export function softDelete(storage: Storage, name: string, expected: ExpectedRevision): number {
  const stream = storage.stream(name)
  refuseIfTombstoned(storage, name, stream)
  // A stream that never existed has nothing to hide.
  if (stream === undefined) throw wrongVersion(name, expected, undefined)
  refuseUnlessExpected(name, stream, expected)
  return writeMetadata(storage, stream, `{"$tb":${EVERYTHING_ON_THE_WIRE}}`)
}

/** Ends the stream and its name with a tombstone. Only within a transaction. @returns its position */
export function tombstone(storage: Storage, name: string, expected: ExpectedRevision): number {
  const stream = storage.stream(name)
  refuseIfTombstoned(storage, name, stream)
  refuseUnlessExpected(name, stream, expected)
  return storage.write(storage.ensureStream(name), [systemEvent('$streamDeleted', '')], true).position
}

export function systemEvent(type: string, json: string): ProposedEvent {
  return { id: randomUUID(), type, contentType: 'application/json', data: Buffer.from(json), metadata: new Uint8Array() }
}

/** @throws Refusal when the stream, or the stream whose metadata it holds, ended in a tombstone */
export function refuseIfTombstoned(storage: Storage, name: string, stream: Stream | undefined): void {
  if (isTombstoned(storage, name, stream)) throw streamDeleted(name)
}

export function isTombstoned(storage: Storage, name: string, stream: Stream | undefined): boolean {
  return stream?.tombstoned || (name.startsWith('$$') && storage.stream(name.slice(2))?.tombstoned) || false
}

export function isSoftDeleted(stream: Stream): boolean {
  return stream.truncateBefore === EVERYTHING
}

function recognise(
  storage: Storage,
  name: string,
  stream: Stream | undefined,
  expected: ExpectedRevision,
  events: readonly ProposedEvent[],
): Appended | undefined {
  const current = stream?.revision ?? -1

  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists') {
      if (stream === undefined) throw wrongVersion(name, expected, stream)
      if (isSoftDeleted(stream)) throw streamDeleted(name)
    }
    if (stream === undefined) return undefined
    let last: Appended | undefined
    for (const [index, event] of events.entries()) {
      const found = storage.findById(stream.id, event.id)
      if (found !== undefined) last = found
      // A new first event makes the append new. A known event followed by a new one is neither new nor a retry.
      else if (index === 0) return undefined
      else throw wrongVersion(name, expected, stream)
    }
    return last
  }

  const revision = expected === 'no_stream' ? -1 : Number(expected)
  if (revision > current) throw wrongVersion(name, expected, stream)
  if (revision === current || stream === undefined) return undefined

  // Past the expected revision, the client may be retrying without having seen the answer.
  let position: number | undefined
  for (const [index, event] of events.entries()) {
    const found = storage.eventAt(stream.id, revision + 1 + index)
    if (found?.id === event.id) {
      position = found.position
      continue
    }
    if (index === 0 && expected === 'no_stream' && isSoftDeleted(stream)) return undefined
    throw wrongVersion(name, expected, stream)
  }
  if (events.length > 0) return { revision: revision + events.length, position }
  if (expected === 'no_stream' && isSoftDeleted(stream)) return undefined
  throw wrongVersion(name, expected, stream)
}

function refuseUnlessExpected(name: string, stream: Stream | undefined, expected: ExpectedRevision): void {
  const current = stream?.revision ?? -1
  if (expected === 'any') return
  if (expected === 'stream_exists') {
    if (stream === undefined) throw wrongVersion(name, expected, stream)
  } else if (expected === 'no_stream') {
    if (stream !== undefined && current >= 0 && !isSoftDeleted(stream)) throw wrongVersion(name, expected, stream)
  } else if (expected !== BigInt(current)) throw wrongVersion(name, expected, stream)
}

function wrongVersion(name: string, expected: ExpectedRevision, found: Stream | undefined): WrongVersion {
  return new WrongVersion(name, expected, found?.revision ?? -1)
}

function revive(storage: Storage, stream: Stream): void {
  const metastream = storage.ensureStream(`$$${stream.name}`)
  const latest = storage.eventAt(metastream.id, metastream.revision)
  const metadata = latest === undefined ? {} : parseMetadata(dataOf(latest.recorded))
  writeMetadata(storage, stream, JSON.stringify({ ...metadata, $tb: stream.revision + 1 }))
}

/** Text, since a number in it may exceed JavaScript's integers. */
function writeMetadata(storage: Storage, stream: Stream, metadata: string): number {
  const event = systemEvent('$metadata', metadata)
  const { position } = storage.write(storage.ensureStream(`$$${stream.name}`), [event])
  applyMetadata(storage, stream.name, event)
  return position
}

/** Metadata creates the stream's row before it has events. */
function applyMetadata(storage: Storage, name: string, event: ProposedEvent | undefined): void {
  const metadata = event === undefined ? {} : parseMetadata(Buffer.from(event.data).toString())
  const number = (value: unknown, least: number) =>
    typeof value === 'number' && value >= least ? Math.min(Math.floor(value), EVERYTHING) : null
  const retention: Retention = {
    truncateBefore: number(metadata.$tb, 0) ?? 0,
    maxCount: number(metadata.$maxCount, 1),
    maxAge: number(metadata.$maxAge, 1),
  }
  storage.setRetention(storage.ensureStream(name), retention)
}

/** Metadata that is not a JSON object is ignored, as in EventStoreDB. */
function parseMetadata(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
  } catch {
    return {}
  }
}

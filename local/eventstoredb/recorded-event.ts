import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface Place {
  readonly stream: string
  readonly revision: string
  /** Byte offset in the log; commit and prepare positions are equal, as without explicit transactions. */
  readonly position: number
  readonly created: number
}

/** The protocol counts .NET ticks of 100 ns. */
const TICKS_PER_MILLISECOND = 10_000n

/** Encoded once, when appended: a read copies stored bytes instead of serializing objects. */
export function encodeRecordedEvent(event: ProposedEvent, place: Place): Uint8Array {
  const position = String(place.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(event.id))
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(place.stream)))
  recorded.setStreamRevision(place.revision)
  recorded.setPreparePosition(position)
  recorded.setCommitPosition(position)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(place.created) * TICKS_PER_MILLISECOND))
  recorded.setCustomMetadata(event.metadata)
  recorded.setData(event.data)
  return recorded.serializeBinary()
}

export function dataOf(recorded: Uint8Array): string {
  return Buffer.from(streams.ReadResp.ReadEvent.RecordedEvent.deserializeBinary(recorded).getData_asU8()).toString()
}

// Field numbers and wire types of ReadResp.event, ReadEvent.event, .link and .commit_position.
const LENGTH_DELIMITED = 2
const RESPONSE_EVENT = (1 << 3) | LENGTH_DELIMITED
const EVENT = (1 << 3) | LENGTH_DELIMITED
const LINK = (2 << 3) | LENGTH_DELIMITED
const COMMIT_POSITION = 3 << 3

/** `event` is undefined where a link leads nowhere; `link` holds the bytes of the link that was followed. */
export function encodeReadEvent(event: Uint8Array | undefined, position: number, link?: Uint8Array): Buffer {
  const length = fieldSize(event) + fieldSize(link) + 1 + varintSize(position)
  const bytes = Buffer.allocUnsafe(1 + varintSize(length) + length)
  let at = writeVarint(bytes, length, writeVarint(bytes, RESPONSE_EVENT, 0))
  at = writeField(bytes, EVENT, event, at)
  at = writeField(bytes, LINK, link, at)
  writeVarint(bytes, position, writeVarint(bytes, COMMIT_POSITION, at))
  return bytes
}

function fieldSize(value: Uint8Array | undefined): number {
  return value === undefined ? 0 : 1 + varintSize(value.length) + value.length
}

function writeField(bytes: Buffer, tag: number, value: Uint8Array | undefined, at: number): number {
  if (value === undefined) return at
  const start = writeVarint(bytes, value.length, writeVarint(bytes, tag, at))
  bytes.set(value, start)
  return start + value.length
}

function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++
  return size
}

/** Positions exceed 32 bits, so this divides instead of shifting. */
function writeVarint(bytes: Buffer, value: number, at: number): number {
  let rest = value
  let next = at
  while (rest >= 0x80) {
    bytes[next++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  bytes[next++] = rest
  return next
}

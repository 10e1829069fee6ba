/** An event as it goes over the wire. */
export interface EncodedEvent {
  readonly id: string
  readonly type: string
  /** JSON. */
  readonly data: string
  /** JSON. */
  readonly metadata: string
}

export interface BatchAppendRequest {
  readonly correlationId: string
  readonly streamName: string
  readonly expectedRevision: bigint | 'no_stream'
  /** The server refuses what it reaches after this time; in seconds since 1970. */
  readonly deadline: number
  readonly events: readonly EncodedEvent[]
}

/**
 * One append as BatchAppend takes it, in protobuf (`BatchAppendReq` of EventStoreDB's streams.proto): at a third of
 * the time that the generated classes take.
 */
export function batchAppendRequest({ correlationId, streamName, expectedRevision, deadline, events }: BatchAppendRequest): Buffer {
  const expected = expectedRevision === 'no_stream' ? message(3, '') : number(2, Number(expectedRevision))
  const options = message(1, message(3, utf8(streamName))) + expected + message(6, number(1, deadline))
  const proposed = events.map((event) => message(3, proposedMessage(event)))
  return Buffer.from(uuid(correlationId) + message(2, options) + proposed.join('') + number(4, 1), 'latin1')
}

const proposedMessage = ({ id, type, data, metadata }: EncodedEvent): string =>
  uuid(id) + property('content-type', 'application/json') + property('type', type) + message(3, utf8(metadata)) + message(4, utf8(data))

const uuid = (id: string): string => message(1, message(2, id))
const property = (key: string, value: string): string => message(2, message(1, key) + message(2, utf8(value)))

// Bytes are characters below 256 until the end: to join strings costs next to nothing, and their lengths are known.

const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
/** A field of bytes, text or a message: they are all told by their length. */
const message = (field: number, bytes: string): string => String.fromCharCode((field << 3) | 2) + varint(bytes.length) + bytes
const number = (field: number, value: number): string => String.fromCharCode(field << 3) + varint(value)

/** Seven bits a byte, the lowest first; all but the last have the eighth bit set. */
function varint(value: number): string {
  let bytes = ''
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes += String.fromCharCode((rest % 128) | 128)
  return bytes + String.fromCharCode(rest)
}

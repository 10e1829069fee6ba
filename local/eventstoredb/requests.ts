import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, BatchAppendReq, DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { ProposedEvent } from './recorded-event.ts'
import { appendTooLarge, badRequest, type ExpectedRevision, missingProperty } from './refusals.ts'

/** Over all events of one append. */
const MAXIMUM_APPEND_SIZE = 1024 * 1024

const LARGEST_SIGNED = 2n ** 63n - 1n
const LARGEST_UNSIGNED = 2n ** 64n - 1n

const UUID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export function streamNameOf(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
  if (name === '') throw badRequest('A stream name is required.')
  return name
}

export function writableStreamNameOf(identifier: StreamIdentifier | undefined): string {
  const name = streamNameOf(identifier)
  if (name === '$all') throw badRequest(`Stream ${name} takes no events.`)
  return name
}

type Expecting = AppendReq.Options | DeleteReq.Options | TombstoneReq.Options | BatchAppendReq.Options

export function expectedRevisionOf(options: Expecting | undefined): ExpectedRevision {
  if (options === undefined || options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  if ('getStreamPosition' in options) return options.hasStreamPosition() ? revisionOf(options.getStreamPosition()) : 'any'
  return options.hasRevision() ? revisionOf(options.getRevision()) : 'any'
}

/** The largest unsigned number means no stream. @throws Refusal */
const revisionOf = (decimal: string): ExpectedRevision =>
  BigInt(decimal) === LARGEST_UNSIGNED ? 'no_stream' : BigInt(possibleRevision(decimal))

export function possibleRevision(decimal: string): string {
  if (BigInt(decimal) <= LARGEST_SIGNED) return decimal
  throw badRequest(`${decimal} is out of the range of revisions.`)
}

export function uuidOf(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured()
  if (structured === undefined) return uuid?.getString().toLowerCase() ?? ''
  const half = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0')
  const hex = half(structured.getMostSignificantBits()) + half(structured.getLeastSignificantBits())
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function proposedEventOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const id = uuidOf(message.getId())
  if (!UUID_PATTERN.test(id)) throw badRequest(`'${id}' is not a UUID.`)
  const described = message.getMetadataMap()
  const required = (property: string) => {
    const value = described.get(property)
    if (!value) throw missingProperty(property)
    return value
  }
  return {
    id,
    type: required('type'),
    contentType: required('content-type'),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

export class IncomingEvents {
  readonly events: ProposedEvent[] = []
  #size = 0

  add(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): void {
    const event = proposedEventOf(message)
    this.#size += event.data.length + event.metadata.length + event.type.length * 2
    if (this.#size > MAXIMUM_APPEND_SIZE) throw appendTooLarge(MAXIMUM_APPEND_SIZE)
    this.events.push(event)
  }
}

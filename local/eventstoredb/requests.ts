import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, BatchAppendReq, DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'

import type { ProposedEvent } from './recorded-event.ts'
import { type ExpectedRevision, Refusal } from './refusals.ts'

/** Over all events of one append. */
const MAXIMUM_APPEND_SIZE = 1024 * 1024

const LARGEST_SIGNED = 2n ** 63n - 1n
const LARGEST_UNSIGNED = 2n ** 64n - 1n

const UUID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export function streamNameOf(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
  if (name === '') throw new Refusal({ kind: 'bad-request', message: 'A stream name is required.' })
  return name
}

export function writableStreamNameOf(identifier: StreamIdentifier | undefined): string {
  const name = streamNameOf(identifier)
  if (name === '$all') throw new Refusal({ kind: 'bad-request', message: `Stream ${name} takes no events.` })
  return name
}

export function expectedRevisionOf(options: AppendReq.Options | DeleteReq.Options | TombstoneReq.Options): ExpectedRevision {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasRevision() ? revisionOf(options.getRevision()) : 'any'
}

export function expectedPositionOf(options: BatchAppendReq.Options): ExpectedRevision {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return options.hasStreamPosition() ? revisionOf(options.getStreamPosition()) : 'any'
}

/** The largest unsigned number means no stream. @throws Refusal */
const revisionOf = (decimal: string): ExpectedRevision =>
  BigInt(decimal) === LARGEST_UNSIGNED ? 'no_stream' : BigInt(possibleRevision(decimal))

export function possibleRevision(decimal: string): string {
  if (BigInt(decimal) <= LARGEST_SIGNED) return decimal
  throw new Refusal({ kind: 'bad-request', message: `${decimal} is out of the range of revisions.` })
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
  if (!UUID_PATTERN.test(id)) throw new Refusal({ kind: 'bad-request', message: `'${id}' is not a UUID.` })
  const described = message.getMetadataMap()
  const required = (property: string) => {
    const value = described.get(property)
    if (!value) throw new Refusal({ kind: 'missing-required-metadata-property', property })
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
    if (this.#size > MAXIMUM_APPEND_SIZE) throw new Refusal({ kind: 'maximum-append-size-exceeded', limit: MAXIMUM_APPEND_SIZE })
    this.events.push(event)
  }
}

import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js'

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

/** One append as BatchAppend takes it. */
export function batchAppendRequest({ correlationId, streamName, expectedRevision, deadline, events }: BatchAppendRequest): Buffer {
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(streamName)))
    .setDeadline(new timestamp.Timestamp().setSeconds(deadline))
  if (expectedRevision === 'no_stream') options.setNoStream(new empty.Empty())
  else options.setStreamPosition(String(expectedRevision))
  const request = new streams.BatchAppendReq()
    .setCorrelationId(uuid(correlationId))
    .setOptions(options)
    .setIsFinal(true)
    .setProposedMessagesList(events.map(proposedMessage))
  return Buffer.from(request.serializeBinary())
}

function proposedMessage({ id, type, data, metadata }: EncodedEvent) {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(uuid(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata))
  message.getMetadataMap().set('content-type', 'application/json').set('type', type)
  return message
}

const uuid = (id: string) => new shared.UUID().setString(id)

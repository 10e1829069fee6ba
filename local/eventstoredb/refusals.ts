import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'

export type ExpectedRevision = bigint | 'any' | 'no_stream' | 'stream_exists'

export type Reason =
  /** `current` is -1 when there is no stream. */
  | { readonly kind: 'wrong-expected-version'; readonly stream: string; readonly expected: ExpectedRevision; readonly current: number }
  | { readonly kind: 'stream-deleted'; readonly stream: string }
  | { readonly kind: 'maximum-append-size-exceeded'; readonly limit: number }
  | { readonly kind: 'missing-required-metadata-property'; readonly property: string }
  | { readonly kind: 'deadline-exceeded' }
  | { readonly kind: 'bad-request'; readonly message: string }

/** A request that is understood but declined before anything is written. */
export class Refusal extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(textOf(reason))
    this.name = 'Refusal'
    this.reason = reason
  }
}

function textOf(reason: Reason): string {
  switch (reason.kind) {
    case 'wrong-expected-version':
      return `Append failed due to WrongExpectedVersion. Stream: ${reason.stream}, Expected version: ${versionOf(reason.expected)}, Actual version: ${reason.current}`
    case 'stream-deleted':
      return `Event stream '${reason.stream}' is deleted.`
    case 'maximum-append-size-exceeded':
      return `Maximum Append Size of ${reason.limit} Exceeded.`
    case 'missing-required-metadata-property':
      return `Required Metadata Property '${reason.property}' is missing.`
    case 'deadline-exceeded':
      return 'The deadline passed before the events were written.'
    case 'bad-request':
      return reason.message
  }
}

function versionOf(expected: ExpectedRevision): string {
  switch (expected) {
    case 'any':
      return '-2'
    case 'no_stream':
      return '-1'
    case 'stream_exists':
      return '-4'
    default:
      return String(expected)
  }
}

export function asStatus({ reason, message }: Refusal): Partial<StatusObject> {
  const metadata = new Metadata()
  // Trailers are ASCII.
  const ascii = (text: string) => text.replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  if (reason.kind !== 'deadline-exceeded' && reason.kind !== 'bad-request') metadata.set('exception', reason.kind)
  switch (reason.kind) {
    case 'wrong-expected-version':
      metadata.set('stream-name', ascii(reason.stream))
      metadata.set('expected-version', versionOf(reason.expected))
      metadata.set('actual-version', String(reason.current))
      return { code: status.FAILED_PRECONDITION, details: message, metadata }
    case 'stream-deleted':
      metadata.set('stream-name', ascii(reason.stream))
      return { code: status.FAILED_PRECONDITION, details: message, metadata }
    case 'maximum-append-size-exceeded':
      metadata.set('maximum-append-size', String(reason.limit))
      return { code: status.INVALID_ARGUMENT, details: message, metadata }
    case 'missing-required-metadata-property':
      metadata.set('required-metadata-properties', reason.property)
      return { code: status.INVALID_ARGUMENT, details: message, metadata }
    case 'deadline-exceeded':
      return { code: status.DEADLINE_EXCEEDED, details: message, metadata }
    // EventStoreDB does not validate requests, nor says what was wrong.
    case 'bad-request':
      return { code: status.UNKNOWN, details: 'Exception was thrown by handler.', metadata }
  }
}

/** BatchAppend answers with a google.rpc.Status whose details are packed into an Any. */
export function asBatchError({ reason, message }: Refusal): Status {
  const [code, type, details] = batchDetails(reason, message)
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${type}`)
  return new statuses.Status().setCode(code).setMessage(type).setDetails(packed)
}

function batchDetails(reason: Reason, message: string) {
  const { Code } = codes
  switch (reason.kind) {
    case 'wrong-expected-version': {
      const details = new shared.WrongExpectedVersion()
      if (reason.current >= 0) details.setCurrentStreamRevision(String(reason.current))
      else details.setCurrentNoStream(new empty.Empty())
      if (reason.expected === 'any') details.setExpectedAny(new empty.Empty())
      else if (reason.expected === 'no_stream') details.setExpectedNoStream(new empty.Empty())
      else if (reason.expected === 'stream_exists') details.setExpectedStreamExists(new empty.Empty())
      else details.setExpectedStreamPosition(String(reason.expected))
      return [Code.FAILED_PRECONDITION, 'WrongExpectedVersion', details] as const
    }
    case 'stream-deleted': {
      const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(reason.stream))
      return [Code.FAILED_PRECONDITION, 'StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(identifier)] as const
    }
    case 'maximum-append-size-exceeded':
      return [
        Code.INVALID_ARGUMENT,
        'MaximumAppendSizeExceeded',
        new shared.MaximumAppendSizeExceeded().setMaxappendsize(reason.limit),
      ] as const
    case 'deadline-exceeded':
      return [Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout()] as const
    case 'missing-required-metadata-property':
    case 'bad-request':
      return [Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message)] as const
  }
}

/** Append answers a wrong expected version as a successful call. */
export function asAppendResponse(reason: Extract<Reason, { kind: 'wrong-expected-version' }>): AppendResp {
  const refused = new streams.AppendResp.WrongExpectedVersion()
  if (reason.current >= 0) refused.setCurrentRevision(String(reason.current))
  else refused.setCurrentNoStream(new shared.Empty())
  if (reason.expected === 'any') refused.setExpectedAny(new shared.Empty())
  else if (reason.expected === 'no_stream') refused.setExpectedNoStream(new shared.Empty())
  else if (reason.expected === 'stream_exists') refused.setExpectedStreamExists(new shared.Empty())
  else refused.setExpectedRevision(String(reason.expected))
  return new streams.AppendResp().setWrongExpectedVersion(refused)
}

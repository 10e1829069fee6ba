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

interface Answers {
  readonly code: status
  /** The message, where EventStoreDB says it to clients. */
  readonly details?: string
  readonly trailers?: Readonly<Record<string, string>>
  readonly batch: readonly [code: Parameters<Status['setCode']>[0], type: string, details: { serializeBinary(): Uint8Array }]
}

/** A request that is understood but declined before anything is written. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: Partial<StatusObject>
  /** BatchAppend answers with a google.rpc.Status whose details are packed into an Any. */
  readonly batchError: Status

  constructor(message: string, { code, details = message, trailers = {}, batch }: Answers) {
    super(message)
    const metadata = new Metadata()
    // Trailers are ASCII.
    for (const [name, value] of Object.entries(trailers)) metadata.set(name, value.replace(/[^\x20-\x7e]/gu, encodeURIComponent))
    this.status = { code, details, metadata }
    const [batchCode, type, unpacked] = batch
    const packed = new any.Any()
    packed.pack(unpacked.serializeBinary(), `event_store.client.${type}`)
    this.batchError = new statuses.Status().setCode(batchCode).setMessage(type).setDetails(packed)
  }
}

const { Code } = codes
const versions = { any: '-2', no_stream: '-1', stream_exists: '-4' } as const

export class WrongVersion extends Refusal {
  /** Append answers it as a successful call. */
  readonly appendResponse: AppendResp

  /** `current` is -1 when there is no stream. */
  constructor(stream: string, expected: ExpectedRevision, current: number) {
    const version = typeof expected === 'bigint' ? String(expected) : versions[expected]
    const message = `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${version}, Actual version: ${current}`
    super(message, {
      code: status.FAILED_PRECONDITION,
      trailers: {
        exception: 'wrong-expected-version',
        'stream-name': stream,
        'expected-version': version,
        'actual-version': String(current),
      },
      batch: [Code.FAILED_PRECONDITION, 'WrongExpectedVersion', batchDetails(expected, current)],
    })
    this.appendResponse = new streams.AppendResp().setWrongExpectedVersion(appendDetails(expected, current))
  }
}

function batchDetails(expected: ExpectedRevision, current: number) {
  const details = new shared.WrongExpectedVersion()
  if (current >= 0) details.setCurrentStreamRevision(String(current))
  else details.setCurrentNoStream(new empty.Empty())
  if (expected === 'any') return details.setExpectedAny(new empty.Empty())
  if (expected === 'no_stream') return details.setExpectedNoStream(new empty.Empty())
  if (expected === 'stream_exists') return details.setExpectedStreamExists(new empty.Empty())
  return details.setExpectedStreamPosition(String(expected))
}

function appendDetails(expected: ExpectedRevision, current: number) {
  const details = new streams.AppendResp.WrongExpectedVersion()
  if (current >= 0) details.setCurrentRevision(String(current))
  else details.setCurrentNoStream(new shared.Empty())
  if (expected === 'any') return details.setExpectedAny(new shared.Empty())
  if (expected === 'no_stream') return details.setExpectedNoStream(new shared.Empty())
  if (expected === 'stream_exists') return details.setExpectedStreamExists(new shared.Empty())
  return details.setExpectedRevision(String(expected))
}

export function streamDeleted(stream: string): Refusal {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
  return new Refusal(`Event stream '${stream}' is deleted.`, {
    code: status.FAILED_PRECONDITION,
    trailers: { exception: 'stream-deleted', 'stream-name': stream },
    batch: [Code.FAILED_PRECONDITION, 'StreamDeleted', new shared.StreamDeleted().setStreamIdentifier(identifier)],
  })
}

export const appendTooLarge = (limit: number): Refusal =>
  new Refusal(`Maximum Append Size of ${limit} Exceeded.`, {
    code: status.INVALID_ARGUMENT,
    trailers: { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(limit) },
    batch: [Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit)],
  })

export function missingProperty(property: string): Refusal {
  const message = `Required Metadata Property '${property}' is missing.`
  return new Refusal(message, {
    code: status.INVALID_ARGUMENT,
    trailers: { exception: 'missing-required-metadata-property', 'required-metadata-properties': property },
    batch: [Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message)],
  })
}

export const deadlineExceeded = (): Refusal =>
  new Refusal('The deadline passed before the events were written.', {
    code: status.DEADLINE_EXCEEDED,
    batch: [Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout()],
  })

/** EventStoreDB does not validate requests, nor says what was wrong. */
export const badRequest = (message: string): Refusal =>
  new Refusal(message, {
    code: status.UNKNOWN,
    details: 'Exception was thrown by handler.',
    batch: [Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest().setMessage(message)],
  })

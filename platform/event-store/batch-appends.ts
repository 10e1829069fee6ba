import { randomUUID } from 'node:crypto'
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Position } from '@medicready/domain/core/event'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js'
import { type BatchAppendCall, type Channel, channelOf, openBatchAppend } from './client-internals.ts'
import { EventStoreUnavailable, WrongExpectedRevision } from './failures.ts'

/** The server refuses later appends, because their caller has given up. */
const DEADLINE_SECONDS = 10

interface Answer {
  readonly revision: bigint
  /** Sometimes missing for an append that was recognized as a repetition. */
  readonly position: Position | null
}

interface Waiting {
  readonly call: BatchAppendCall
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** The client's own costs three times as much, and one broken connection rejects the appends of all. */
export class BatchAppends {
  readonly #calls = new Map<Channel, Promise<BatchAppendCall>>()
  readonly #waiting = new Map<string, Waiting>()

  async append(
    client: EventStoreDBClient,
    streamName: string,
    expectedRevision: bigint | 'no_stream',
    events: readonly EncodedEvent[],
  ): Promise<Answer> {
    const channel = await channelOf(client)
    const call = await (this.#calls.get(channel) ?? this.#open(client, channel))
    const correlationId = randomUUID()
    const deadline = Math.ceil(Date.now() / 1_000) + DEADLINE_SECONDS
    const request = batchAppendRequest({ correlationId, streamName, expectedRevision, deadline, events })
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(correlationId, { call, resolve, reject })
      // Callers wait for their answers, which bounds the buffer.
      call.write(request, (error?: Error | null) => {
        if (error) this.#break(call, error)
      })
    })
  }

  #open(client: EventStoreDBClient, channel: Channel): Promise<BatchAppendCall> {
    const opening = openBatchAppend(client)
    const forget = () => this.#calls.delete(channel)
    this.#calls.set(channel, opening)
    opening.then((call) => {
      call.on('data', (answer: BatchAppendResp) => this.#take(answer))
      // A call that the server has ended still accepts writes, which are never read.
      call.on('end', () => call.destroy(new EventStoreUnavailable('The event store has ended the call.')))
      call.on('error', (error) => {
        forget()
        this.#break(call, error)
      })
    }, forget)
    return opening
  }

  #take(answer: BatchAppendResp): void {
    const correlationId = textOf(answer.getCorrelationId())
    const waiting = this.#waiting.get(correlationId)
    this.#waiting.delete(correlationId)
    const success = answer.getSuccess()
    if (success) waiting?.resolve(placeOf(success))
    else waiting?.reject(failureOf(answer.getError()))
  }

  #break(call: BatchAppendCall, error: Error): void {
    for (const [correlationId, waiting] of this.#waiting) {
      if (waiting.call !== call) continue
      this.#waiting.delete(correlationId)
      waiting.reject(convertToCommandError(error))
    }
  }
}

function placeOf(success: BatchAppendResp.Success): Answer {
  const place = success.getPosition()
  return {
    revision: BigInt(success.getCurrentRevision()),
    position: place ? { commit: BigInt(place.getCommitPosition()), prepare: BigInt(place.getPreparePosition()) } : null,
  }
}

/** Servers answer an ID in two halves, however it was sent. */
function textOf(id: UUID | undefined): string {
  const halves = id?.getStructured()
  if (!halves) return id?.getString() ?? ''
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const lasting = new Set(['StreamDeleted', 'AccessDenied', 'MaximumAppendSizeExceeded', 'BadRequest'])

function failureOf(status: Status | undefined): Error {
  const message = status?.getMessage() ?? ''
  const kind = status?.getDetails()?.getTypeName().split('.').at(-1) ?? ''
  if (kind === 'WrongExpectedVersion') return new WrongExpectedRevision(message)
  if (lasting.has(kind)) return new Error(`The event store refuses an append: ${kind}. ${message}`)
  // Starting, too busy, not the leader, or too late.
  return new EventStoreUnavailable(`The event store did not append: ${kind}. ${message}`)
}

interface EncodedEvent {
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

interface BatchAppendRequest {
  readonly correlationId: string
  readonly streamName: string
  readonly expectedRevision: bigint | 'no_stream'
  readonly deadline: number
  readonly events: readonly EncodedEvent[]
}

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

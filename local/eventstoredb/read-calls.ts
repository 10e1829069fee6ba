import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js'
import { isSoftDeleted, isTombstoned } from './appending.ts'
import { type EventFilter, encoderOf, filterOf, logSource, type Source, streamSource, subjectOf } from './reading.ts'
import { Refusal } from './refusals.ts'
import { type OpenCalls, ResponseStream } from './response-stream.ts'
import type { Storage } from './storage.ts'
import type { Subscriptions } from './subscriptions.ts'

export function readCall(storage: Storage, subscriptions: Subscriptions, openCalls: OpenCalls): handleServerStreamingCall<ReadReq, Buffer> {
  return async (call: ServerWritableStream<ReadReq, Buffer>) => {
    openCalls.add(call, (shutdown) => call.emit('error', shutdown))
    try {
      const options = call.request.getOptions() ?? new streams.ReadReq.Options()
      const responses = new ResponseStream(call)
      const name = subjectOf(options)
      const source = name === undefined ? logSource(storage, options) : streamSource(storage, name, options)
      const encode = encoderOf(storage, options)
      const filter = name === undefined ? filterOf(options, storage) : undefined

      if (options.hasSubscription()) {
        const shareable = !options.getResolveLinks()
        await subscriptions.serve({ name, source, filter, encode, responses, shareable })
      } else if (name !== undefined && !isReadable(storage, name)) {
        responses.write(streamNotFound(name))
      } else {
        // A count above 2^53 loses precision, but no log is that long.
        await sendAll({ source, filter, encode, responses, count: Number(options.getCount()) })
      }
      call.end()
    } catch (error) {
      call.emit(
        'error',
        error instanceof Refusal ? error.status : { code: status.INTERNAL, details: `The log could not be read: ${error}` },
      )
    }
  }
}

interface FiniteRead {
  readonly source: Source
  readonly filter: EventFilter | undefined
  readonly encode: Parameters<Subscriptions['serve']>[0]['encode']
  readonly responses: ResponseStream
  readonly count: number
}

async function sendAll({ source, filter, encode, responses, count }: FiniteRead): Promise<void> {
  let missing = count
  while (missing > 0 && (await responses.ready())) {
    const { events, end } = source.next(missing)
    for (const event of events) {
      if (filter !== undefined && !filter.matches(event)) continue
      responses.write(encode(event))
      missing--
    }
    if (end) return
  }
}

/** Readers do not see soft-deleted streams or streams with only metadata. The source handles tombstones. */
function isReadable(storage: Storage, name: string): boolean {
  const stream = storage.stream(name)
  if (isTombstoned(storage, name, stream)) return true
  return stream !== undefined && stream.revision >= 0 && !isSoftDeleted(stream)
}

function streamNotFound(name: string): Buffer {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(name))
  const response = new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier))
  return Buffer.from(response.serializeBinary())
}

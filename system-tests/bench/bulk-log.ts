import { BACKWARDS, END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { eventStoreProgram } from '@medicready/local/event-store-program'
import { Storage, type Stream } from '@medicready/local/eventstoredb/storage'
import { encode } from '@medicready/platform/event-store/codec'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import type { Vault } from '@medicready/platform/vault/vault'
import type { BenchProduct } from './bench-product.ts'

/** A transaction each: of many events, more stand on a page of an index that has to be written anew. */
const AT_ONCE = 20_000
/** Streams whose place is remembered; of the others, most are those of a day that is over. */
const STREAMS_REMEMBERED = 200_000

/**
 * Writes a past into the empty log, and starts the event store. The stand-in's is written straight into its files: the
 * same bytes as through its door, many times faster. A given server's goes through the client. Answers the number of
 * events.
 */
export async function writeLog(
  bench: BenchProduct,
  events: Iterable<HistoryEvent>,
  onProgress: (events: number) => void = () => {},
): Promise<number> {
  const isStandIn = eventStoreProgram().isStandIn
  if (!isStandIn) await bench.product.start('event-store')
  const log = isStandIn ? ofTheStandIn(bench.logDirectory) : await throughTheClient(bench.eventStoreUrl)
  let count = 0
  try {
    for (const batch of batches(events)) {
      await log.write(await Promise.all(batch.map((event) => encoded(event, bench.vault))))
      count += batch.length
      onProgress(count)
    }
  } finally {
    await log.close()
  }
  if (isStandIn) await bench.product.start('event-store')
  return count
}

interface Encoded {
  readonly streamName: string
  readonly expected: 'no_stream' | bigint
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
  readonly metadata: Record<string, unknown>
}

interface Log {
  /** In this order. */
  write(batch: readonly Encoded[]): Promise<void>
  close(): Promise<void>
}

function* batches(events: Iterable<HistoryEvent>): Generator<HistoryEvent[]> {
  let batch: HistoryEvent[] = []
  for (const event of events) {
    batch.push(event)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function encoded({ id, streamName, revision, fact, metadata }: HistoryEvent, vault: Vault): Promise<Encoded> {
  const { data, schemaVersion } = await encode(fact, vault)
  const expected = revision === 0n ? 'no_stream' : revision - 1n
  return { streamName, expected, id, type: fact.type, data, metadata: { ...metadata, schemaVersion } }
}

/** Every stream is new, and its events come in order: there is nothing to compare before they are written. */
function ofTheStandIn(directory: string): Log {
  const storage = new Storage(directory)
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
  let streams = new Map<string, Stream>()
  return {
    async write(batch) {
      if (streams.size > STREAMS_REMEMBERED) streams = new Map()
      storage.transaction(() => {
        for (const { streamName, id, type, data, metadata } of batch) {
          const stream = streams.get(streamName) ?? storage.ensureStream(streamName)
          const event = { id, type, contentType: 'application/json', data: bytes(data), metadata: bytes(metadata) }
          const { revision } = storage.write(stream, [event])
          streams.set(streamName, { ...stream, revision })
        }
      })
    },
    close: async () => storage.close(),
  }
}

/**
 * The server takes what one client sends in the order in which it is sent; of a cold client, the first would come last.
 */
async function throughTheClient(url: string): Promise<Log> {
  const client = EventStoreDBClient.connectionString(url)
  for await (const _ of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
  return {
    async write(batch) {
      await Promise.all(
        batch.map(({ streamName, expected, id, type, data, metadata }) =>
          client.appendToStream(streamName, jsonEvent({ id, type, data, metadata }), { expectedRevision: expected }),
        ),
      )
    },
    close: () => client.dispose(),
  }
}

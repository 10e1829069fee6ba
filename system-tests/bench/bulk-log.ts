import { eventStoreProgram } from '@medicready/local/event-store-program'
import { Storage, type Stream } from '@medicready/local/eventstoredb/storage'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import { type Log, throughTheClient, writeThrough } from '../log-writing.ts'
import type { BenchProduct } from './bench-product.ts'

/** Most other streams are those of a past day. */
const STREAMS_REMEMBERED = 200_000

/**
 * Writes a past into the log and starts the event store. Writes into the files of a stopped stand-in: the same bytes,
 * many times faster. Returns the number of events.
 */
export async function writeLog(
  bench: BenchProduct,
  events: Iterable<HistoryEvent>,
  onProgress?: (events: number) => void,
): Promise<number> {
  const isDirect = eventStoreProgram().isStandIn && !bench.product.isRunning('event-store')
  if (!isDirect) await bench.product.start('event-store')
  const log = isDirect ? ofTheStandIn(bench.logDirectory) : throughTheClient(bench.eventStoreUrl)
  const count = await writeThrough(log, events, bench.vault, onProgress)
  if (isDirect) await bench.product.start('event-store')
  return count
}

/** Every stream is new and in order, so there is nothing to compare. */
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

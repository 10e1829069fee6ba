import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { encode } from '@medicready/platform/event-store/codec'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import type { Vault } from '@medicready/platform/vault/vault'

/** A transaction each: with many events, more of them share an index page that has to be rewritten. */
const AT_ONCE = 20_000

interface Encoded {
  readonly streamName: string
  readonly expected: 'no_stream' | bigint
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
  readonly metadata: Record<string, unknown>
}

export interface Log {
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

/** A busy machine takes longer for a batch than the client waits by default. */
const PATIENCE_MILLISECONDS = 60_000

/** The server keeps the order of a client, except for the very first append, which is awaited. */
export function throughTheClient(url: string): Log {
  const client = EventStoreDBClient.connectionString(url)
  const append = ({ streamName, expected, id, type, data, metadata }: Encoded) =>
    client.appendToStream(streamName, jsonEvent({ id, type, data, metadata }), {
      expectedRevision: expected,
      deadline: PATIENCE_MILLISECONDS,
    })
  return {
    async write([first, ...others]) {
      if (first) await append(first)
      await Promise.all(others.map(append))
    },
    close: () => client.dispose(),
  }
}

export async function writeThrough(
  log: Log,
  events: Iterable<HistoryEvent>,
  vault: Vault,
  onProgress: (events: number) => void = () => {},
): Promise<number> {
  let count = 0
  try {
    for (const batch of batches(events)) {
      await log.write(await Promise.all(batch.map((event) => encoded(event, vault))))
      count += batch.length
      onProgress(count)
    }
  } finally {
    await log.close()
  }
  return count
}

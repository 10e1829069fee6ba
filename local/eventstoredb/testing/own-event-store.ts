import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { startTestEventStore } from '@medicready/platform/testing/event-store'
import { afterAll } from 'vitest'

export async function ownEventStore() {
  const store = await startTestEventStore()
  const client = EventStoreDBClient.connectionString(store.url)
  afterAll(async () => {
    await client.dispose()
    await store.close()
  })
  async function streamOf(count: number): Promise<string> {
    const stream = fresh()
    for (let done = 0; done < count; done += 1_000) await client.appendToStream(stream, events(Math.min(1_000, count - done)))
    return stream
  }
  return { store, client, streamOf }
}

export const happened = (n: number, type = 'Happened') => jsonEvent({ type, data: { n } })
export const events = (count: number, type?: string) => Array.from({ length: count }, (_, n) => happened(n, type))
export const fresh = (kind = 'stream') => `${kind}-${randomUUID()}`

import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'

/** Appends without the product's checks. */
export async function appendRaw(url: string, streamName: string, events: readonly { type: string; data: object; metadata?: object }[]) {
  const client = EventStoreDBClient.connectionString(url)
  try {
    await client.appendToStream(
      streamName,
      events.map(({ type, data, metadata = {} }) => jsonEvent({ type, data: { ...data }, metadata: { ...metadata } })),
    )
  } finally {
    await client.dispose()
  }
}

export async function rawLog(url: string): Promise<string> {
  const client = EventStoreDBClient.connectionString(url)
  try {
    const events: unknown[] = []
    for await (const { event } of client.readAll()) events.push([event?.streamId, event?.type, event?.data, event?.metadata])
    return JSON.stringify(events)
  } finally {
    await client.dispose()
  }
}

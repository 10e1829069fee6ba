import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { EventStore } from '../event-store/event-store.ts'

export async function everyFact(eventStore: EventStore, from: Position | null = null): Promise<Recorded<Fact>[]> {
  const facts: Recorded<Fact>[] = []
  for await (const batch of eventStore.replay({ from, batchSize: 1_000 }))
    for (const entry of batch) {
      if (entry.kind !== 'fact') throw new Error(`The log holds a ${entry.kind} event of type ${entry.type}.`)
      facts.push(entry.fact)
    }
  return facts
}

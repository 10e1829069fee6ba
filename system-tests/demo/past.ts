import { type Aggregate, type Decide, streamName } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import type { Chance } from '@medicready/platform/testing/chance'
import type { HistoryEvent } from '@medicready/platform/testing/history'

export const instant = (at: number): string => new Date(at).toISOString()

export const inOrder = (events: readonly HistoryEvent[]): readonly HistoryEvent[] =>
  events.toSorted((one, other) => Date.parse(one.metadata.occurredAt) - Date.parse(other.metadata.occurredAt))

interface Stream {
  state: unknown
  revision: bigint
}

export interface Deed {
  readonly actorId: string
  readonly at: number
}

/**
 * What is done in it is decided by the product's own deciders on the states before, and kept with the time at which it
 * happened.
 */
export class Past {
  readonly #chance: Chance
  readonly #streams = new Map<string, Stream>()
  readonly #events: HistoryEvent[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** Returns the state afterwards. Throws what the decider refuses with. */
  decide<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: Decide<State, Event>,
    { actorId, at }: Deed,
  ): State {
    const name = streamName(aggregate, id)
    const stream = this.#streams.get(name) ?? { state: aggregate.initial, revision: -1n }
    const events = decide(stream.state as State)
    const commandId = this.#chance.uuid()
    const metadata = {
      schemaVersion: '1',
      correlationId: commandId,
      causationId: commandId,
      commandId,
      actorId,
      occurredAt: instant(at),
    }
    for (const event of events) {
      stream.revision += 1n
      stream.state = aggregate.evolve(stream.state as State, event)
      this.#events.push({ id: this.#chance.uuid(), streamName: name, revision: stream.revision, fact: event as unknown as Fact, metadata })
    }
    this.#streams.set(name, stream)
    return stream.state as State
  }

  stateOf<State, Event extends Fact>(aggregate: Aggregate<State, Event>, id: string): State {
    return (this.#streams.get(streamName(aggregate, id))?.state ?? aggregate.initial) as State
  }

  get count(): number {
    return this.#events.length
  }

  latestOf(aggregate: { readonly category: string }, id: string): HistoryEvent {
    const name = streamName(aggregate, id)
    const latest = this.#events.findLast((event) => event.streamName === name)
    if (!latest) throw new Error(`Nothing happened to ${name}.`)
    return latest
  }

  close(aggregate: { readonly category: string }, id: string): void {
    this.#streams.delete(streamName(aggregate, id))
  }

  events(): readonly HistoryEvent[] {
    return inOrder(this.#events)
  }
}

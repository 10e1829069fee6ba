import type { DomainEvent } from './event.ts'
import { inOneFold } from './growing.ts'

/**
 * An aggregate: a category of short streams, each a consistency boundary of its own. Commands are curried decisions
 * `(command) => (state) => events`; deciding `[]` means that nothing needs to change.
 */
export interface Aggregate<State, Event extends DomainEvent> {
  /** The stream of an instance is `<category>-<id>`. */
  readonly category: string
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /**
   * Set where the last event says all that a state says: no more than so many of the last events are read, among which
   * any command is that may be sent again.
   */
  readonly lastEvents?: number
}

export type Decide<State, Event extends DomainEvent> = (state: State) => readonly Event[]

export const streamName = (aggregate: { readonly category: string }, id: string): string => `${aggregate.category}-${id}`

export const fold = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
  from: State = aggregate.initial,
): State => inOneFold(() => events.reduce(aggregate.evolve, from))

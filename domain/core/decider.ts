import type { DataOf, DomainEvent } from './event.ts'
import { inOneFold } from './growing.ts'

/** A consistency boundary. Commands are curried decisions `(command) => (state) => events`; `[]` means no change. */
export interface Aggregate<State, Event extends DomainEvent> {
  /** The stream of an instance is `<category>-<id>`. */
  readonly category: string
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
  /** Read only this many last events. They must determine the state and include every command that may be retried. */
  readonly lastEvents?: number
}

export type Decide<State, Event extends DomainEvent> = (state: State) => readonly Event[]

type Steps<State, Event extends DomainEvent, After> = {
  readonly [Type in Event['type']]: (state: State, data: DataOf<Event, Type>) => NoInfer<After>
}

/** One step for each type of event. */
export const evolveBy =
  <State, Event extends DomainEvent, After = State>(steps: Steps<State, Event, After>) =>
  (state: State, { type, data }: Event): After =>
    (steps[type as Event['type']] as (state: State, data: Event['data']) => After)(state, data)

export const streamName = (aggregate: { readonly category: string }, id: string): string => `${aggregate.category}-${id}`

export const fold = <State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
  from: State = aggregate.initial,
): State => inOneFold(() => events.reduce(aggregate.evolve, from))

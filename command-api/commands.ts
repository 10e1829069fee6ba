import { setTimeout as sleep } from 'node:timers/promises'
import { type Aggregate, type Decide, streamName } from '@medicready/domain/decider'
import type { DomainEvent, Position } from '@medicready/domain/event'
import { Rejection } from '@medicready/domain/rejection'
import { type EventStore, WrongExpectedRevision } from '@medicready/platform/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { v5 as uuidV5 } from 'uuid'

/** Where a command comes from. Time and ids come in with it: deciders know neither clock nor chance. */
export interface CommandContext {
  /** The same for every sending of the same command. */
  readonly commandId: string
  readonly actorId: string
  readonly correlationId: string
  /** ISO 8601, UTC. */
  readonly now: string
}

export interface Outcome<State, Event> {
  /** The state after the command. */
  readonly state: State
  /** What the command decided, now or when it was first sent. */
  readonly events: readonly Event[]
  /** The stream's last event in the log; null for an empty stream. */
  readonly position: Position | null
}

interface Snapshot {
  readonly state: unknown
  readonly revision: bigint | 'no_stream'
  readonly position: Position | null
  /** What each command decided, by the command's id. */
  readonly decided: ReadonlyMap<string, readonly DomainEvent[]>
}

const MAX_ATTEMPTS = 3
const EVENT_ID_NAMESPACE = '6f1c1c5e-7d6d-4a52-9c0e-3a3b7f0f5a51'
const CONFLICT_PAUSE_MILLISECONDS = 20

/**
 * Runs commands: state, decision, append at the revision read. States are remembered, so that a command on a stream that nobody else wrote to costs one append; the
 * exact revision keeps a memory that is behind from ever deciding wrongly. Commands on one stream take turns within this process.
 */
export class Commands {
  readonly #eventStore: EventStore
  readonly #snapshots: LRUCache<string, Snapshot>
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(eventStore: EventStore, { remembered = 20_000 }: { remembered?: number } = {}) {
    this.#eventStore = eventStore
    this.#snapshots = new LRUCache({ max: remembered })
  }

  /** The state of a stream as the log has it now. */
  async load<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, id: string): Promise<Outcome<State, Event>> {
    return asOutcome(await this.#refresh(aggregate, streamName(aggregate, id)))
  }

  /** The state of a stream as this process remembers it, which may be behind: for what never changes once it is there. */
  async recall<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, id: string): Promise<Outcome<State, Event>> {
    const name = streamName(aggregate, id)
    return asOutcome(this.#snapshots.get(name) ?? (await this.#refresh(aggregate, name)))
  }

  /**
   * Decides and appends. A command that was sent before decides nothing new and has its first outcome. Throws the domain's Rejection, `conflict` after three
   * lost races, or EventStoreUnavailable.
   */
  execute<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: Decide<State, Event>,
    context: CommandContext,
  ): Promise<Outcome<State, Event>> {
    const name = streamName(aggregate, id)
    return this.#inTurn(name, () => this.#decideAndAppend(aggregate, name, decide, context))
  }

  #inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(run, run)
    this.#turns.set(name, turn)
    const leave = () => {
      if (this.#turns.get(name) === turn) this.#turns.delete(name)
    }
    turn.then(leave, leave)
    return turn
  }

  async #decideAndAppend<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    name: string,
    decide: Decide<State, Event>,
    context: CommandContext,
  ): Promise<Outcome<State, Event>> {
    let snapshot = this.#snapshots.get(name)
    let isFresh = snapshot === undefined
    snapshot ??= await this.#refresh(aggregate, name)
    for (let attempt = 1; ; ) {
      const before = snapshot.decided.get(context.commandId)
      if (before) return { ...asOutcome<State, Event>(snapshot), events: before as readonly Event[] }

      const decision = attemptDecision(decide, snapshot.state as State)
      // A refusal, or nothing to do, may come from a memory that is behind: look before saying so.
      if (decision.events.length === 0 && !isFresh) {
        snapshot = await this.#refresh(aggregate, name)
        isFresh = true
        continue
      }
      if (decision.rejection) throw decision.rejection
      if (decision.events.length === 0) return asOutcome(snapshot)

      try {
        return asOutcome(await this.#append(aggregate, name, snapshot, decision.events, context), decision.events)
      } catch (error) {
        // Whether it was appended is unknown, or it was not: either way the memory is no longer to be trusted.
        this.#snapshots.delete(name)
        if (!(error instanceof WrongExpectedRevision)) throw error
        if (attempt >= MAX_ATTEMPTS) throw new Rejection('conflict')
        await sleep(Math.random() * CONFLICT_PAUSE_MILLISECONDS * attempt)
        attempt += 1
        snapshot = await this.#refresh(aggregate, name)
        isFresh = true
      }
    }
  }

  async #append<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    name: string,
    snapshot: Snapshot,
    events: readonly Event[],
    { commandId, actorId, correlationId, now }: CommandContext,
  ): Promise<Snapshot> {
    const metadata = { correlationId, causationId: commandId, commandId, actorId, occurredAt: now }
    const toAppend = events.map((event, index) => ({
      // The data is part of the id: were the same command ever decided differently, the log would refuse it instead of taking it for the first.
      id: uuidV5(`${commandId}/${name}/${index}/${JSON.stringify(event)}`, EVENT_ID_NAMESPACE),
      event,
      metadata,
    }))
    const appended = await this.#eventStore.append(name, snapshot.revision, toAppend)
    return this.#remember(name, {
      state: events.reduce(aggregate.evolve, snapshot.state as State),
      revision: appended.revision,
      position: appended.position,
      decided: new Map(snapshot.decided).set(commandId, events),
    })
  }

  /** Reads what the log has after the remembered revision. */
  async #refresh<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, name: string): Promise<Snapshot> {
    const known: Snapshot = this.#snapshots.get(name) ?? {
      state: aggregate.initial,
      revision: 'no_stream',
      position: null,
      decided: new Map(),
    }
    const recorded = await this.#eventStore.readStream(name, known.revision === 'no_stream' ? 0n : known.revision + 1n)
    const last = recorded.at(-1)
    if (!last) return this.#remember(name, known)
    const events = recorded as unknown as (Event & (typeof recorded)[number])[]
    const decided = new Map(known.decided)
    for (const event of events) decided.set(event.metadata.commandId, [...(decided.get(event.metadata.commandId) ?? []), event])
    return this.#remember(name, {
      state: events.reduce(aggregate.evolve, known.state as State),
      revision: last.revision,
      position: last.position,
      decided,
    })
  }

  #remember(name: string, snapshot: Snapshot): Snapshot {
    // A slower reader must not put an older memory over a newer one.
    const newest = this.#snapshots.get(name)
    if (newest && revisionNumber(newest) > revisionNumber(snapshot)) return newest
    this.#snapshots.set(name, snapshot)
    return snapshot
  }
}

const revisionNumber = ({ revision }: Snapshot): bigint => (revision === 'no_stream' ? -1n : revision)

const asOutcome = <State, Event>(snapshot: Snapshot, events: readonly Event[] = []): Outcome<State, Event> => ({
  state: snapshot.state as State,
  events,
  position: snapshot.position,
})

function attemptDecision<State, Event extends DomainEvent>(decide: Decide<State, Event>, state: State) {
  try {
    return { events: decide(state), rejection: null }
  } catch (error) {
    if (error instanceof Rejection) return { events: [], rejection: error }
    throw error
  }
}

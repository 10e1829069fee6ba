import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Aggregate, type Decide, fold, streamName } from '@medicready/domain/core/decider'
import { type DomainEvent, later, type Position } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type EventStore, WrongExpectedRevision } from '@medicready/platform/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { type CommandContext, uuidOfName } from './command-context.ts'

export interface Decided<State, Event> {
  readonly state: State
  readonly events: readonly Event[]
  readonly position: Position | null
}

interface Snapshot {
  readonly state: unknown
  readonly revision: bigint | 'no_stream'
  readonly position: Position | null
  readonly decided: DecidedCommands
}

/** Without what reads the whole log, which the user of the command API may not. */
type EventStreams = Pick<EventStore, 'append' | 'holds' | 'readStream' | 'readLast' | 'readStreamOfCommand'>

/** A busy stream has several writers at once, such as a new code that a class uses: a person should seldom notice. */
const MAX_ATTEMPTS = 8
const EVENT_ID_NAMESPACE = '6f1c1c5e-7d6d-4a52-9c0e-3a3b7f0f5a51'
const CONFLICT_PAUSE_MILLISECONDS = 20
/** Restoring a backup keeps the event store from answering for longer. */
const SILENCE_MILLISECONDS = 500

/**
 * Runs commands: state, decision, append at the revision read. States are cached, so a command on a stream without
 * other writers costs one append; the exact revision keeps a stale cache from deciding wrongly. Commands on one stream
 * take turns within this process.
 */
export class Commands {
  readonly #eventStore: EventStreams
  readonly #snapshots: LRUCache<string, Snapshot>
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #silenceMilliseconds: number
  /** The stream of the latest event that is cached. */
  #latest: { readonly name: string; readonly snapshot: Snapshot } | null = null
  #answeredAt = 0

  constructor(eventStore: EventStreams, { remembered = 20_000, silenceMilliseconds = SILENCE_MILLISECONDS } = {}) {
    this.#eventStore = eventStore
    this.#silenceMilliseconds = silenceMilliseconds
    this.#snapshots = new LRUCache({ max: remembered })
  }

  /** With a context, readers of the answer wait until they show this state. */
  async load<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    context?: Pick<CommandContext, 'onDecided'>,
  ): Promise<Decided<State, Event>> {
    const loaded = asDecided<State, Event>(await this.#refresh(aggregate, streamName(aggregate, id)))
    if (loaded.position) context?.onDecided?.(loaded.position)
    return loaded
  }

  /** The cached state, which may be stale, if it is enough; otherwise the current one. */
  async read<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    isEnough: (remembered: State) => boolean,
  ): Promise<State> {
    const name = streamName(aggregate, id)
    await this.#compareWithLog()
    const remembered = this.#snapshots.get(name)
    const snapshot = remembered && isEnough(remembered.state as State) ? remembered : await this.#refresh(aggregate, name)
    return snapshot.state as State
  }

  /** A repeated command has its first outcome. `isNew`: read only if the append fails. Throws `conflict`. */
  execute<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: Decide<State, Event>,
    context: CommandContext,
    { isNew = false } = {},
  ): Promise<Decided<State, Event>> {
    const name = streamName(aggregate, id)
    return this.#inTurn(name, async () => {
      await this.#compareWithLog()
      if (isNew && !this.#snapshots.has(name)) this.#remember(name, emptyStream(aggregate))
      const decided = await this.#decideAndAppend(aggregate, name, decide, context)
      if (decided.position) context.onDecided?.(decided.position)
      return decided
    })
  }

  async decidedBefore<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    id: string,
    { commandId, onDecided }: CommandContext,
  ): Promise<Decided<State, Event> | null> {
    const name = streamName(aggregate, id)
    const before = await this.#decidedBefore<State, Event>(name, await this.#refresh(aggregate, name), commandId)
    if (before?.position) onDecided?.(before.position)
    return before
  }

  forget(id: string): void {
    for (const name of this.#snapshots.keys()) if (name.includes(id)) this.#snapshots.delete(name)
  }

  forgetAll(): void {
    this.#snapshots.clear()
  }

  /** After a silence: cached states may be of events that a log restored from a backup does not hold. */
  async #compareWithLog(): Promise<void> {
    if (!this.#latest || performance.now() - this.#answeredAt < this.#silenceMilliseconds) return
    const { name, snapshot } = this.#latest
    if (!(await this.#eventStore.holds(name, revisionNumber(snapshot), snapshot.position?.eventId))) {
      this.#latest = null
      this.forgetAll()
    }
    this.#answeredAt = performance.now()
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

  async #decideAndAppend<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    name: string,
    decide: Decide<State, Event>,
    context: CommandContext,
  ): Promise<Decided<State, Event>> {
    let snapshot = this.#snapshots.get(name)
    let isFresh = snapshot === undefined
    snapshot ??= await this.#refresh(aggregate, name)
    for (let attempt = 1; ; ) {
      const before = await this.#decidedBefore<State, Event>(name, snapshot, context.commandId)
      if (before) return before

      const decision = attemptDecision(decide, snapshot.state as State)
      // A refusal, or nothing to do, may come from a stale state: look before saying so.
      if (decision.events.length === 0 && !isFresh) {
        snapshot = await this.#refresh(aggregate, name)
        isFresh = true
        continue
      }
      if (decision.rejection) {
        decision.rejection.decidedAt = snapshot.position
        throw decision.rejection
      }
      if (decision.events.length === 0) return asDecided(snapshot)

      try {
        return asDecided(await this.#append(aggregate, name, snapshot, decision.events, context), decision.events)
      } catch (error) {
        // Whether it was appended may be unknown, so the cached state is no longer trusted.
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

  async #decidedBefore<State, Event>(name: string, snapshot: Snapshot, commandId: string): Promise<Decided<State, Event> | null> {
    // The cache may have moved on since this snapshot, and its known commands belong to its state.
    const known = this.#snapshots.get(name) ?? snapshot
    const found = known.decided.find(commandId)
    if (found === null) return null
    const events = found === 'forgotten' ? await this.#eventStore.readStreamOfCommand(name, commandId) : found
    return events.length > 0 ? asDecided<State, Event>(known, events as unknown as readonly Event[]) : null
  }

  async #append<State, Event extends Fact>(
    aggregate: Aggregate<State, Event>,
    name: string,
    snapshot: Snapshot,
    events: readonly Event[],
    { commandId, actorId, correlationId, now }: CommandContext,
  ): Promise<Snapshot> {
    const metadata = { correlationId, causationId: commandId, commandId, actorId, occurredAt: now }
    const toAppend = events.map((event, index) => ({
      // The data is part of the ID: if the same command were decided differently, the log would refuse it.
      id: uuidOfName(`${commandId}/${name}/${index}/${JSON.stringify(event)}`, EVENT_ID_NAMESPACE),
      event,
      metadata,
    }))
    const { revision, position } = await this.#eventStore.append(name, snapshot.revision, toAppend)
    const { decided } = snapshot
    const first = revision - BigInt(events.length - 1)
    for (const [index, event] of events.entries()) decided.add(commandId, first + BigInt(index), event)
    return this.#remember(name, { state: fold(aggregate, events, snapshot.state as State), revision, position, decided })
  }

  async #refresh<State, Event extends Fact>(aggregate: Aggregate<State, Event>, name: string): Promise<Snapshot> {
    await this.#compareWithLog()
    const known = this.#snapshots.get(name) ?? emptyStream(aggregate)
    const recorded =
      known.revision === 'no_stream' && aggregate.lastEvents !== undefined
        ? await this.#eventStore.readLast(name, aggregate.lastEvents)
        : await this.#eventStore.readStream(name, known.revision === 'no_stream' ? 0n : known.revision + 1n)
    const last = recorded.at(-1)
    if (!last) return this.#remember(name, known)
    const events = recorded as unknown as (Event & (typeof recorded)[number])[]
    const { decided } = known
    for (const event of events) decided.add(event.metadata.commandId, event.revision, event)
    return this.#remember(name, {
      state: fold(aggregate, events, known.state as State),
      revision: last.revision,
      position: last.position,
      decided,
    })
  }

  #remember(name: string, snapshot: Snapshot): Snapshot {
    const known = this.#latest?.snapshot.position ?? null
    if (later(known, snapshot.position) !== known) this.#latest = { name, snapshot }
    this.#answeredAt = performance.now()
    // A slower reader must not replace a newer state.
    const newest = this.#snapshots.get(name)
    if (newest && revisionNumber(newest) > revisionNumber(snapshot)) return newest
    this.#snapshots.set(name, snapshot)
    return snapshot
  }
}

const emptyStream = ({ initial }: { readonly initial: unknown }): Snapshot => ({
  state: initial,
  revision: 'no_stream',
  position: null,
  decided: new DecidedCommands(),
})

const revisionNumber = ({ revision }: Snapshot): bigint => (revision === 'no_stream' ? -1n : revision)

const asDecided = <State, Event>(snapshot: Snapshot, events: readonly Event[] = []): Decided<State, Event> => ({
  state: snapshot.state as State,
  events,
  position: snapshot.position,
})

function attemptDecision<State, Event extends Fact>(decide: Decide<State, Event>, state: State) {
  try {
    return { events: decide(state), rejection: null }
  } catch (error) {
    if (error instanceof Rejection) return { events: [], rejection: error }
    throw error
  }
}

const REMEMBERED = 256
const FILTER_BITS = 2 ** 17
const HASHES = 4

/**
 * What a stream's commands decided, in bounded memory: the latest with their events, older ones in a Bloom filter (16
 * KiB, created when needed). The filter has no false negatives; false positives are looked up in the log, under 1% up
 * to 10,000 commands. All caches of a stream share one instance, which grows in the log's order.
 */
export class DecidedCommands {
  readonly #latest = new Map<string, readonly DomainEvent[]>()
  #forgotten: Uint32Array | null = null
  #upTo = -1n

  find(commandId: string): readonly DomainEvent[] | 'forgotten' | null {
    return this.#latest.get(commandId) ?? (this.#forgotten && mayHold(this.#forgotten, commandId) ? 'forgotten' : null)
  }

  add(commandId: string, revision: bigint, event: DomainEvent): void {
    if (revision <= this.#upTo) return
    this.#upTo = revision
    this.#latest.set(commandId, [...(this.#latest.get(commandId) ?? []), event])
    if (this.#latest.size <= REMEMBERED) return
    const [oldest = ''] = this.#latest.keys()
    this.#latest.delete(oldest)
    this.#forgotten ??= new Uint32Array(FILTER_BITS / 32)
    for (const bit of bitsOf(oldest)) this.#forgotten[bit >>> 5] = (this.#forgotten[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
}

const mayHold = (filter: Uint32Array, commandId: string): boolean =>
  bitsOf(commandId).every((bit) => ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0)

function bitsOf(commandId: string): number[] {
  const hash = createHash('sha1').update(commandId).digest()
  return Array.from({ length: HASHES }, (_, index) => hash.readUInt32LE(index * 4) % FILTER_BITS)
}

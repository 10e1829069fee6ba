import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  excludeSystemEvents,
  FORWARDS,
  type ReadStreamOptions,
  type RecordedEvent,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client'
import type { EventMetadata, Position, Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import type { Logger } from '../logger.ts'
import { traced } from '../tracing.ts'
import type { PersonalKeys } from '../vault/no-keys.ts'
import { BatchAppends } from './batch-appends.ts'
import { readLog, readLogRequest } from './client-internals.ts'
import { decode, encode, type StoredEvent } from './codec.ts'
import { ATTEMPT_MILLISECONDS, Connection, pause } from './connection.ts'
import { EventStoreUnavailable, LogSetBack, WrongExpectedRevision } from './failures.ts'
import type { LogEntry } from './log-entry.ts'

export { EventStoreUnavailable, LogSetBack, WrongExpectedRevision }

export type ExpectedRevision = bigint | 'no_stream'

export interface EventToAppend {
  readonly id: string
  readonly event: Fact
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>
}

export interface Appended {
  readonly revision: bigint
  readonly position: Position
}

export interface Following {
  readonly from: Position | null
  readonly batchSize: number
  readonly signal: AbortSignal
  /** The furthest position that the reader has passed. Without it, `from` and what was delivered count. */
  readonly reached?: () => Position | null
}

export interface Replay {
  readonly from: Position | null
  readonly batchSize: number
  readonly types?: readonly string[] | undefined
}

/** A follower may be behind its leader. */
const ofTheLeader = { requiresLeader: true, deadline: ATTEMPT_MILLISECONDS }

interface Options {
  readonly url: string
  readonly vault: PersonalKeys
  readonly logger: Logger
}

/** The only place that knows the client. */
export class EventStore {
  readonly #connection: Connection
  readonly #vault: PersonalKeys
  readonly #logger: Logger
  readonly #appends = new BatchAppends()

  constructor({ url, vault, logger }: Options) {
    this.#connection = new Connection(url, logger)
    this.#vault = vault
    this.#logger = logger
  }

  /** A retry sends the same IDs at the same revision, which the server recognizes. */
  async append(streamName: string, expectedRevision: ExpectedRevision, events: readonly EventToAppend[]): Promise<Appended> {
    const encoded = await Promise.all(
      events.map(async ({ id, event, metadata }) => {
        const { data, schemaVersion } = await encode(event, this.#vault)
        return { id, type: event.type, data: JSON.stringify(data), metadata: JSON.stringify({ schemaVersion, ...metadata }) }
      }),
    )
    const attributes = { stream: streamName, events: events.map(({ event }) => event.type) }
    const { revision, position } = await traced('append', { attributes }, () =>
      this.#connection.persist((client) => this.#appends.append(client, streamName, expectedRevision, encoded)),
    )
    const eventId = encoded.at(-1)?.id
    return { revision, position: position && eventId ? { ...position, eventId } : await this.#positionOf(streamName, revision) }
  }

  /** A recognized repetition may come back without its position. */
  async #positionOf(streamName: string, revision: bigint): Promise<Position> {
    const [last] = await this.readStream(streamName, revision)
    if (!last) throw new EventStoreUnavailable(`${streamName} has no event ${revision} although it was appended.`)
    return last.position
  }

  async readStream(streamName: string, fromRevision = 0n): Promise<Recorded<Fact>[]> {
    return this.#understood(await this.#storedIn(streamName, { fromRevision, direction: FORWARDS }))
  }

  async readLast(streamName: string, count: number): Promise<Recorded<Fact>[]> {
    const latestFirst = await this.#storedIn(streamName, { fromRevision: END, direction: BACKWARDS, maxCount: count })
    return this.#understood(latestFirst.reverse())
  }

  /** Whether the log, which may have been set back, still has this event. Needs no right to read the whole log. */
  async holds(streamName: string, revision: bigint, eventId: string | undefined): Promise<boolean> {
    const [event] = await this.#storedIn(streamName, { fromRevision: revision, direction: FORWARDS, maxCount: 1 })
    return event?.id === eventId
  }

  /** The stream may be long, so only the events of the command are decoded. */
  async readStreamOfCommand(streamName: string, commandId: string): Promise<Recorded<Fact>[]> {
    const stored = await this.#storedIn(streamName, { fromRevision: 0n, direction: FORWARDS })
    return this.#understood(stored.filter(({ metadata }) => (metadata as Partial<EventMetadata> | null)?.commandId === commandId))
  }

  #storedIn(streamName: string, which: ReadStreamOptions): Promise<StoredEvent[]> {
    return this.#connection.persist(async (client) => {
      const events: StoredEvent[] = []
      try {
        const read = client.readStream(streamName, { ...which, ...ofTheLeader })
        for await (const { event } of read) if (event) events.push(toStored(event))
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      return events
    })
  }

  async #understood(stored: readonly StoredEvent[]): Promise<Recorded<Fact>[]> {
    const entries = await decode(stored, this.#vault)
    return entries.map((entry) => {
      if (entry.kind === 'fact') return entry.fact
      const why = entry.kind === 'malformed' ? entry.error : 'unknown'
      throw new Error(`${entry.streamName} holds an event that cannot be read (${entry.type}): ${why}`)
    })
  }

  async head(): Promise<Position | null> {
    return this.#connection.persist(readHead)
  }

  /** When the first event after this position was recorded. Null at the end of the log. */
  async recordedAfter(position: Position | null): Promise<Date | null> {
    return this.#connection.persist(async (client) => {
      for await (const { event } of readLog(client, readLogRequest(position)))
        if (event && !event.type.startsWith('$') && event.position.commit !== position?.commit) return event.created
      return null
    })
  }

  async serverVersion(): Promise<string> {
    return this.#connection.serverVersion()
  }

  /** Up to the end of the log, optionally filtered by the server. Throws when the connection breaks. */
  async *replay({ from, batchSize, types }: Replay): AsyncGenerator<readonly LogEntry[]> {
    let batch: StoredEvent[] = []
    let decoding: Promise<LogEntry[]> | null = null
    for await (const { event } of readLog(this.#connection.client, readLogRequest(from, types))) {
      // The read begins with the event at `from`, which the reader has seen.
      if (!event || event.type.startsWith('$') || event.position.commit === from?.commit) continue
      batch.push(toStored(event))
      if (batch.length < batchSize) continue
      if (decoding) yield await decoding
      decoding = decode(batch, this.#vault)
      // Awaited with the next batch; until then a failure would be unhandled.
      decoding.catch(() => undefined)
      batch = []
    }
    if (decoding) yield await decoding
    if (batch.length > 0) yield await decode(batch, this.#vault)
  }

  /**
   * Continues forever, reconnecting after the last event. Events that have arrived together form a batch, so batches
   * grow with the load. Throws LogSetBack if the log does not hold the event at `reached` when it connects.
   */
  async *follow(options: Following): AsyncGenerator<readonly LogEntry[]> {
    const { batchSize, signal } = options
    let position = options.from
    let failures = 0
    while (!signal.aborted) {
      const isConnected = await this.#isAsRead(options.reached?.() ?? position)
      try {
        if (isConnected) {
          for await (const batch of this.#subscription(position, batchSize, signal)) {
            failures = 0
            const last = batch.at(-1)
            yield await decode(batch, this.#vault)
            if (last) position = last.position
          }
        }
      } catch (error) {
        this.#reportBreak(error)
      }
      if (signal.aborted) return
      failures += 1
      await sleep(pause(failures), undefined, { signal }).catch(() => undefined)
    }
  }

  /** False if the log does not answer. */
  async #isAsRead(reached: Position | null): Promise<boolean> {
    if (!reached) return true
    let difference: string | null
    try {
      difference = await this.#connection.attempt((client) => differenceAt(client, reached))
    } catch (error) {
      this.#reportBreak(error)
      return false
    }
    if (difference) throw new LogSetBack(difference)
    return true
  }

  #reportBreak(error: unknown): void {
    this.#logger.warn({ err: error }, 'the subscription broke')
  }

  async *#subscription(from: Position | null, batchSize: number, signal: AbortSignal): AsyncGenerator<StoredEvent[]> {
    const subscription = this.#connection.client.subscribeToAll({ fromPosition: from ?? START, filter: excludeSystemEvents() })
    const arrived: StoredEvent[] = []
    let broken: { error: Error | null } | null = null
    let wake = () => {}
    const change = () => wake()
    subscription.on('data', ({ event }: AllStreamResolvedEvent) => {
      if (event) arrived.push(toStored(event))
      if (arrived.length >= batchSize) subscription.pause()
      change()
    })
    subscription.on('error', (error: Error) => {
      broken = { error }
      change()
    })
    // The server ends the stream cleanly when it stops.
    subscription.on('end', () => {
      broken ??= { error: null }
      change()
    })
    signal.addEventListener('abort', change)
    try {
      while (!signal.aborted) {
        if (arrived.length > 0) {
          await nextTurn()
          yield arrived.splice(0, batchSize)
          if (arrived.length < batchSize) subscription.resume()
        } else if (broken) {
          const { error } = broken as { error: Error | null }
          if (error) throw error
          return
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    } finally {
      signal.removeEventListener('abort', change)
      // Leaving without this leaks the call.
      await subscription.unsubscribe().catch(() => undefined)
    }
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}

async function readHead(client: EventStoreDBClient): Promise<Position | null> {
  const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, ...ofTheLeader })
  for await (const { event } of read) if (event) return toStored(event).position
  return null
}

async function differenceAt(client: EventStoreDBClient, { commit, prepare, eventId }: Position): Promise<string | null> {
  const head = await readHead(client)
  if (commit > (head?.commit ?? -1n)) return `The log ends at position ${head?.commit ?? 0n}, but was read up to ${commit}`
  if (eventId === undefined) return null
  const read = client.readAll({ fromPosition: { commit, prepare }, maxCount: 1, ...ofTheLeader })
  for await (const { event } of read) if (event?.id === eventId && event.position?.commit === commit) return null
  return `The log does not hold the event ${eventId} at position ${commit}, where it was read`
}

const toStored = (event: RecordedEvent): StoredEvent => ({
  id: event.id,
  type: event.type,
  streamName: event.streamId,
  revision: event.revision,
  // Present since server version 22.6.
  position: { ...(event.position as Position), eventId: event.id },
  data: event.data,
  metadata: event.metadata,
})

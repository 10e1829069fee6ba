import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  type RecordedEvent,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import type { DomainEvent, EventMetadata, Position, Recorded } from '@medicready/domain/event'
import type { Fact } from '@medicready/domain/events'
import type { Logger } from '../logger.ts'
import type { Vault } from '../vault/vault.ts'
import { decode, encode, type StoredEvent } from './codec.ts'
import type { LogEntry } from './log-entry.ts'

export type ExpectedRevision = bigint | 'no_stream'

/** The stream is not at the revision that the writer knew: somebody else appended first. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision'
}

/** The event store did not answer in time. Whether an append took effect is unknown: send the same command again. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable'
}

export interface EventToAppend {
  /** Derived from the command, so that the same append can be sent again. */
  readonly id: string
  readonly event: DomainEvent
  readonly metadata: Omit<EventMetadata, 'schemaVersion'>
}

export interface Appended {
  readonly revision: bigint
  readonly position: Position
}

/** A batch append has no deadline of its own, and a frozen server is noticed only after 20 s: every attempt is bounded here. */
const ATTEMPT_MILLISECONDS = 3_000
const GIVE_UP_AFTER_MILLISECONDS = 6_000
const LONGEST_PAUSE_MILLISECONDS = 5_000
const CLOSE_MILLISECONDS = 500

interface Options {
  readonly url: string
  readonly vault: Vault
  readonly logger: Logger
}

/**
 * The log, over EventStoreDB's own protocol. The only place that knows the client and its ways. A process has one of these: the client keeps the pending appends of
 * the whole process in one map, and a break of one connection would reject the appends of all.
 */
export class EventStore {
  readonly #client: EventStoreDBClient
  readonly #vault: Vault
  readonly #logger: Logger
  /** The first of several appends at once on a cold client would land last: it goes alone, and the others wait for it. */
  #firstAppend: Promise<unknown> | null = null

  constructor({ url, vault, logger }: Options) {
    this.#client = EventStoreDBClient.connectionString(url)
    this.#vault = vault
    this.#logger = logger
  }

  /**
   * Appends at exactly this revision. An attempt without an answer is repeated with the same ids at the same revision, which the server recognises.
   * Throws WrongExpectedRevision, EventStoreUnavailable, or a ZodError for data that does not fit its schema.
   */
  async append(streamName: string, expectedRevision: ExpectedRevision, events: readonly EventToAppend[]): Promise<Appended> {
    const encoded = await Promise.all(
      events.map(async ({ id, event, metadata }) => {
        const { data, schemaVersion } = await encode(event, this.#vault)
        return jsonEvent({ id, type: event.type, data, metadata: { schemaVersion, ...metadata } })
      }),
    )
    if (this.#firstAppend) await this.#firstAppend.catch(() => undefined)
    const appending = this.#persist(() => this.#client.appendToStream(streamName, encoded, { expectedRevision }))
    this.#firstAppend ??= appending
    const result = await appending
    const position = result.position ?? (await this.#positionOf(streamName, result.nextExpectedRevision))
    return { revision: result.nextExpectedRevision, position }
  }

  /** An append that was recognised as a repetition may come back without its position. */
  async #positionOf(streamName: string, revision: bigint): Promise<Position> {
    const [last] = await this.readStream(streamName, revision)
    if (!last) throw new EventStoreUnavailable(`${streamName} has no event ${revision} although it was appended.`)
    return last.position
  }

  /** The events of one stream from a revision on; empty when there are none. Throws EventStoreUnavailable, or an Error for an event that cannot be read. */
  async readStream(streamName: string, fromRevision = 0n): Promise<Recorded<Fact>[]> {
    const stored = await this.#persist(async () => {
      const events: StoredEvent[] = []
      try {
        const read = this.#client.readStream(streamName, { fromRevision, direction: FORWARDS, deadline: ATTEMPT_MILLISECONDS })
        for await (const { event } of read) if (event) events.push(toStored(event))
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      return events
    })
    const entries = await decode(stored, this.#vault)
    return entries.map((entry) => {
      if (entry.kind === 'fact') return entry.fact
      throw new Error(
        `${streamName} holds an event that cannot be read (${entry.type}): ${entry.kind === 'malformed' ? entry.error : 'unknown'}`,
      )
    })
  }

  /** Position of the last event of the log; null when the log is empty. */
  async head(): Promise<Position | null> {
    return this.#persist(async () => {
      const read = this.#client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, deadline: ATTEMPT_MILLISECONDS })
      for await (const { event } of read) if (event) return event.position
      return null
    })
  }

  /** The whole log after a position, up to its end, in batches. Throws when the connection breaks. */
  async *replay(options: { from: Position | null; batchSize: number }): AsyncGenerator<readonly LogEntry[]> {
    let batch: StoredEvent[] = []
    let decoding: Promise<LogEntry[]> | null = null
    // Reading from a position begins with the event at that position, which the reader has seen.
    const read = this.#client.readAll({ direction: FORWARDS, fromPosition: options.from ?? START })
    try {
      for await (const { event } of read) {
        if (!event || event.type.startsWith('$') || event.position.commit === options.from?.commit) continue
        batch.push(toStored(event))
        if (batch.length < options.batchSize) continue
        if (decoding) yield await decoding
        decoding = decode(batch, this.#vault)
        // Awaited with the next batch; until then a failure has nobody to hear it.
        decoding.catch(() => undefined)
        batch = []
      }
    } finally {
      await read.cancel()
    }
    if (decoding) yield await decoding
    if (batch.length > 0) yield await decode(batch, this.#vault)
  }

  /**
   * The whole log after a position, and then what comes, for ever: a lost connection is taken up again after the last event handed out. Events that have
   * arrived together are handed out together, at most `batchSize` of them, so that batches grow with the load and an idle log costs no delay.
   */
  async *follow(options: { from: Position | null; batchSize: number; signal: AbortSignal }): AsyncGenerator<readonly LogEntry[]> {
    const { batchSize, signal } = options
    let position = options.from
    let failures = 0
    while (!signal.aborted) {
      try {
        for await (const batch of this.#subscription(position, batchSize, signal)) {
          failures = 0
          const last = batch.at(-1)
          yield await decode(batch, this.#vault)
          if (last) position = last.position
        }
      } catch (error) {
        this.#logger.warn({ err: error }, 'the subscription broke')
      }
      if (signal.aborted) return
      failures += 1
      await sleep(pause(failures), undefined, { signal }).catch(() => undefined)
    }
  }

  /** One subscription until it breaks, ends or is aborted. */
  async *#subscription(from: Position | null, batchSize: number, signal: AbortSignal): AsyncGenerator<StoredEvent[]> {
    const subscription = this.#client.subscribeToAll({ fromPosition: from ?? START, filter: excludeSystemEvents() })
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
    // The server ends the stream cleanly when it stops: to us that is a break like any other.
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

  /** Repeats a call that can be repeated, for as long as the answer may still come. */
  async #persist<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const giveUpAt = Date.now() + GIVE_UP_AFTER_MILLISECONDS
    for (let attempts = 1; ; attempts++) {
      try {
        return await bounded(attempt())
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw new WrongExpectedRevision(error.message)
        if (!isTransient(error)) throw error
        if (Date.now() >= giveUpAt) throw new EventStoreUnavailable('The event store does not answer.', { cause: error })
        await sleep(pause(attempts))
      }
    }
  }

  /** Lets go of the connection. A call that was left before its end never tells the client that it has finished: that is not waited for. */
  async close(): Promise<void> {
    await Promise.race([this.#client.dispose(), sleep(CLOSE_MILLISECONDS, undefined, { ref: false })])
  }
}

const toStored = (event: RecordedEvent): StoredEvent => ({
  id: event.id,
  type: event.type,
  streamName: event.streamId,
  revision: event.revision,
  // Present since server version 22.6.
  position: event.position as Position,
  data: event.data,
  metadata: event.metadata,
})

/** Exponential, with jitter so that many clients do not come back at once; in milliseconds. */
const pause = (attempt: number): number => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

function bounded<Result>(call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EventStoreUnavailable('No answer in time.')), ATTEMPT_MILLISECONDS)
  })
  return Promise.race([call, timeout]).finally(() => clearTimeout(timer))
}

/**
 * Errors that say nothing about the call itself. Cancelled, unknown, deadline exceeded, aborted, internal and unavailable are gRPC's codes 1, 2, 4, 10, 13, 14; the
 * first call to a server that is down fails with the bare code, later ones with the client's own types.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof EventStoreUnavailable) return true
  if (!(error instanceof Error)) return false
  const type = 'type' in error ? String(error.type) : ''
  if (['unavailable', 'cancelled', 'timeout', 'deadline-exceeded', 'unknown', 'not-leader'].includes(type)) return true
  return 'code' in error && [1, 2, 4, 10, 13, 14].includes(Number(error.code))
}

import { randomUUID } from 'node:crypto'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { EventFilter, Source } from './reading.ts'
import { type Refusal, streamDeleted } from './refusals.ts'
import type { ResponseStream } from './response-stream.ts'
import type { CommittedEvent, StoredEvent } from './storage.ts'

export interface Subscription {
  readonly name: string | undefined
  readonly source: Source
  readonly filter: EventFilter | undefined
  readonly encode: (event: StoredEvent) => Buffer
  readonly responses: ResponseStream
  readonly shareable: boolean
}

interface Live {
  take(event: CommittedEvent): void
  /** Where a subscriber that does not keep up is noticed. */
  endOfCommit(): void
}

const caughtUp = Buffer.from(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()).serializeBinary())
const fellBehind = Buffer.from(new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind()).serializeBinary())

/** One thread pages and goes live, so no commit falls between. A slow subscriber reads on from disk. */
export class Subscriptions {
  readonly #toAll = new Set<Live>()
  readonly #toStreams = new Map<string, Set<Live>>()

  publish(events: readonly CommittedEvent[]): void {
    const touched = new Set<Live>()
    for (const event of events) {
      for (const live of this.#toAll) live.take(event)
      for (const live of this.#toStreams.get(event.streamName) ?? []) {
        live.take(event)
        touched.add(live)
      }
    }
    for (const live of this.#toAll) live.endOfCommit()
    for (const live of touched) live.endOfCommit()
  }

  async serve(subscription: Subscription): Promise<void> {
    const { source, filter, encode, responses } = subscription
    const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
    responses.write(Buffer.from(new streams.ReadResp().setConfirmation(confirmation).serializeBinary()))

    let considered = 0
    let position = -1
    const consider = (event: StoredEvent, response?: Buffer) => {
      position = event.position
      if (filter === undefined) responses.write(response ?? encode(event))
      else {
        if (filter.matches(event)) responses.write(response ?? encode(event))
        considered++
        if (considered === filter.checkpointInterval) sendCheckpoint()
      }
    }
    const sendCheckpoint = () => {
      considered = 0
      responses.write(checkpoint(position))
    }

    let wasLive = false
    while (await responses.ready()) {
      // From here to `#live` nothing is awaited.
      const { events, end } = source.next(Number.MAX_SAFE_INTEGER)
      // Missing less than a page is not reported: no subscriber is more live than that.
      if (wasLive && !end) {
        wasLive = false
        responses.write(fellBehind)
      }
      for (const event of events) consider(event)
      if (!end) continue
      if (!wasLive) {
        // Filtered events need not be read again after a restart.
        if (considered > 0) sendCheckpoint()
        responses.write(caughtUp)
        wasLive = true
      }
      await this.#live(subscription, consider)
    }
  }

  async #live({ name, source, responses, shareable }: Subscription, consider: (event: StoredEvent, response?: Buffer) => void) {
    let failure: Refusal | undefined
    const live: Live = {
      take(event) {
        if (event.tombstone && name !== undefined) {
          failure = streamDeleted(name)
          return
        }
        source.moveBehind(event)
        consider(event, shareable ? event.response : undefined)
      },
      endOfCommit() {
        if (failure !== undefined || responses.full) responses.interrupt()
      },
    }
    const peers = name === undefined ? this.#toAll : (this.#toStreams.get(name) ?? new Set())
    peers.add(live)
    if (name !== undefined) this.#toStreams.set(name, peers)
    while (failure === undefined && !responses.full && !responses.closed) await responses.change()
    peers.delete(live)
    if (name !== undefined && peers.size === 0) this.#toStreams.delete(name)
    if (failure !== undefined) throw failure
  }
}

function checkpoint(position: number): Buffer {
  const place = new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position))
  return Buffer.from(new streams.ReadResp().setCheckpoint(place).serializeBinary())
}

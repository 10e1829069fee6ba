import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import type { Logger } from '../logger.ts'
import { serverVersion } from './client-internals.ts'
import { reportClientRejections } from './client-rejections.ts'
import { EventStoreUnavailable, isDiscoveryFailure, isTransient } from './failures.ts'

/**
 * A batch append has no deadline of its own, and a frozen server is noticed only after 20 s: every attempt is bounded
 * here.
 */
export const ATTEMPT_MILLISECONDS = 3_000
/** A cluster elects another leader within this time. */
export const PATIENCE_MILLISECONDS = 10_000
const LONGEST_PAUSE_MILLISECONDS = 1_000
const CLOSE_MILLISECONDS = 500

/** The client, and the patience with it: a call is repeated for as long as a cluster may be electing a leader. */
export class Connection {
  readonly #url: string
  #client: EventStoreDBClient

  constructor(url: string, logger: Logger) {
    reportClientRejections(logger)
    this.#url = url
    this.#client = EventStoreDBClient.connectionString(url)
  }

  /** For what has no single answer, such as a subscription. */
  get client(): EventStoreDBClient {
    return this.#client
  }

  /** The version of the server, such as '24.10.4'; 'unknown' when it does not tell, as servers before 21.10. */
  serverVersion(): Promise<string> {
    return this.persist(serverVersion)
  }

  /**
   * Repeats a call that can be repeated. Throws WrongExpectedRevision, EventStoreUnavailable, or what is wrong with the
   * call itself.
   */
  async persist<Result>(call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
    const giveUpAt = Date.now() + PATIENCE_MILLISECONDS
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.attempt(call)
      } catch (error) {
        if (!isTransient(error)) throw error
        const rest = pause(attempts)
        if (Date.now() + rest >= giveUpAt) throw new EventStoreUnavailable('The event store does not answer.', { cause: error })
        await sleep(rest)
      }
    }
  }

  /** Makes a call once, and does not wait for its answer for ever. */
  async attempt<Result>(call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
    const client = this.#client
    try {
      return await bounded(call(client))
    } catch (error) {
      if (isDiscoveryFailure(error)) this.#replace(client)
      throw error
    }
  }

  /**
   * A client that found no node keeps that as its answer to what the server can do, and asks no more: every later
   * append would fail by it.
   */
  #replace(client: EventStoreDBClient): void {
    if (this.#client !== client) return
    this.#client = EventStoreDBClient.connectionString(this.#url)
    void client.dispose()
  }

  /**
   * Lets go of the connection. A call that was left before its end never tells the client that it has finished: that is
   * not waited for.
   */
  async close(): Promise<void> {
    const closed = new AbortController()
    const patience = sleep(CLOSE_MILLISECONDS, undefined, { signal: closed.signal })
    await Promise.race([this.#client.dispose(), patience]).finally(() => closed.abort())
  }
}

/** Exponential, with jitter so that many clients do not come back at once; in milliseconds. */
export const pause = (attempt: number): number => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

function bounded<Result>(call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EventStoreUnavailable('No answer in time.')), ATTEMPT_MILLISECONDS)
  })
  return Promise.race([call, timeout]).finally(() => clearTimeout(timer))
}

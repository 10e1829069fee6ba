import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import type { Logger } from '../logger.ts'
import { serverVersion } from './client-internals.ts'
import { reportClientRejections } from './client-rejections.ts'
import { EventStoreUnavailable, isDiscoveryFailure, isTransient } from './failures.ts'

/** A batch append has no deadline of its own, and a frozen server is noticed only after 20 s. */
export const ATTEMPT_MILLISECONDS = 3_000
/** A cluster elects another leader within this time. */
export const PATIENCE_MILLISECONDS = 10_000
const LONGEST_PAUSE_MILLISECONDS = 1_000
const CLOSE_MILLISECONDS = 500

export class Connection {
  readonly #url: string
  #client: EventStoreDBClient

  constructor(url: string, logger: Logger) {
    reportClientRejections(logger)
    this.#url = url
    this.#client = EventStoreDBClient.connectionString(url)
  }

  /** For calls without a single answer, such as subscriptions. */
  get client(): EventStoreDBClient {
    return this.#client
  }

  /** 'unknown' for servers before 21.10. */
  serverVersion(): Promise<string> {
    return this.persist(serverVersion)
  }

  /** For idempotent calls. Throws WrongExpectedRevision, EventStoreUnavailable, or an error of the call itself. */
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

  async attempt<Result>(call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result> {
    const client = this.#client
    try {
      return await bounded(call(client))
    } catch (error) {
      if (isDiscoveryFailure(error)) this.#replace(client)
      throw error
    }
  }

  /** A client that found no node caches that as the server's capabilities, so every later append would fail. */
  #replace(client: EventStoreDBClient): void {
    if (this.#client !== client) return
    this.#client = EventStoreDBClient.connectionString(this.#url)
    void client.dispose()
  }

  /** An unfinished call never completes, so it is not waited for. */
  async close(): Promise<void> {
    const closed = new AbortController()
    const patience = sleep(CLOSE_MILLISECONDS, undefined, { signal: closed.signal })
    await Promise.race([this.#client.dispose(), patience]).finally(() => closed.abort())
  }
}

export const pause = (attempt: number): number => Math.min(50 * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)

function bounded<Result>(call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EventStoreUnavailable('No answer in time.')), ATTEMPT_MILLISECONDS)
  })
  return Promise.race([call, timeout]).finally(() => clearTimeout(timer))
}

import type { Logger } from '../logger.ts'
import { pauseAfter } from '../retry.ts'
import type { Sql } from './connection.ts'

export interface Listener {
  readonly heard: (payload: string) => void
  readonly missed: () => void
}

export class Announcements {
  readonly #sql: Sql
  readonly #channel: string
  readonly #listener: Listener
  readonly #logger: Logger | undefined
  readonly #stopped = new AbortController()
  #starting: Promise<void> | null = null
  #listening: { unlisten: () => Promise<void> } | null = null

  constructor(sql: Sql, channel: string, listener: Listener, logger?: Logger) {
    this.#sql = sql
    this.#channel = channel
    this.#listener = listener
    this.#logger = logger
  }

  /** Until it is true, announcements are missed. */
  get isListening(): boolean {
    return this.#listening !== null
  }

  start(): void {
    this.#starting ??= this.#listen()
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopped
    const { heard, missed } = this.#listener
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        this.#listening = await this.#sql.listen(this.#channel, heard, missed)
        return
      } catch (error) {
        this.#logger?.warn({ err: error, attempt }, `could not listen to ${this.#channel}, trying again`)
        await pauseAfter(attempt, signal)
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#starting
    await this.#listening?.unlisten().catch(() => undefined)
    this.#listening = null
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './connection.ts'

const SHORTEST_PAUSE_MILLISECONDS = 100
const LONGEST_PAUSE_MILLISECONDS = 2_000

export interface Listener {
  readonly heard: (payload: string) => void
  readonly missed: () => void
}

export class Announcements {
  readonly #sql: Sql
  readonly #channel: string
  readonly #listener: Listener
  readonly #stopped = new AbortController()
  #starting: Promise<void> | null = null
  #listening: { unlisten: () => Promise<void> } | null = null

  constructor(sql: Sql, channel: string, listener: Listener) {
    this.#sql = sql
    this.#channel = channel
    this.#listener = listener
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
      } catch {
        const pause = Math.min(SHORTEST_PAUSE_MILLISECONDS * 2 ** attempt, LONGEST_PAUSE_MILLISECONDS)
        await sleep(pause, undefined, { signal }).catch(() => undefined)
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

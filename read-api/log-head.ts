import { randomUUID } from 'node:crypto'
import type { Sql } from '@medicready/platform/postgres/connection'
import { LOG_HEAD_CHANNEL, LOG_HEAD_WANTED_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import { SharedAnswer } from './shared-answer.ts'

const PATIENCE_MILLISECONDS = 1_000

/**
 * Where the log ends. The projector knows, and tells whoever asks: the read API has no way to the log. One question at
 * a time, however many want to know.
 */
export class LogHead {
  readonly #sql: Sql
  readonly #shared = new SharedAnswer(() => this.#ask())
  #asked: { readonly question: string; readonly hear: (commit: bigint) => void } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Begins to hear answers. */
  async listen(): Promise<void> {
    await this.#sql.listen(LOG_HEAD_CHANNEL, (told) => {
      const [question, commit] = told.split(' ')
      if (question === this.#asked?.question && commit !== undefined) this.#asked?.hear(BigInt(commit))
    })
  }

  /** The commit position of the last event at some moment after this call. Rejects where nobody answers in time. */
  ask(): Promise<bigint> {
    return this.#shared.ask()
  }

  async #ask(): Promise<bigint> {
    const question = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<bigint>()
    this.#asked = { question, hear: resolve }
    const patience = setTimeout(() => reject(new Error('Nobody tells where the log ends.')), PATIENCE_MILLISECONDS)
    try {
      // Together: the question itself may take longer than the patience, when the database has just gone.
      const [commit] = await Promise.all([promise, this.#sql.notify(LOG_HEAD_WANTED_CHANNEL, question)])
      return commit
    } finally {
      clearTimeout(patience)
      this.#asked = null
    }
  }
}

import type { GuidelineChange } from '@medicready/domain/questions/guideline-change'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Reads } from '../query.ts'
import { latestChanges } from './guideline-queries.ts'

const FRESH_MILLISECONDS = 5_000

/** The latest change by question. Few have one, so answers do not wait for a query of their own. */
export class ChangedGuidelines implements Reads {
  readonly reads = latestChanges.reads
  readonly #sql: Sql
  #known: ReadonlyMap<string, GuidelineChange> = new Map()
  #reading = Promise.resolve()
  #readAt = Number.NEGATIVE_INFINITY

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async latest(): Promise<ReadonlyMap<string, GuidelineChange>> {
    const now = performance.now()
    if (now - this.#readAt > FRESH_MILLISECONDS) {
      this.#readAt = now
      this.#reading = this.#read()
    }
    await this.#reading
    return this.#known
  }

  async #read(): Promise<void> {
    try {
      const rows = await latestChanges(this.#sql)
      this.#known = new Map(rows.map(({ questionId, ...change }) => [questionId, change]))
    } catch {
      // An answer is not refused for want of a note.
    }
  }
}

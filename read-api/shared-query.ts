const MOST_PEOPLE = 250

interface Waiting<Row> {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * One query for many people. A call while one is under way shares the next, which begins after all callers in it
 * has asked, so that it finds at least what each of them had to see. A single reader is asked for at once. A second
 * query beside the first would halve what they share: it costs more than it hastens.
 */
export class SharedQuery<Row> {
  readonly #query: (userIds: readonly string[]) => Promise<readonly Row[]>
  readonly #ownerOf: (row: Row) => string
  readonly #waiting = new Map<string, Waiting<Row>[]>()
  #isAsking = false

  constructor(query: (userIds: readonly string[]) => Promise<readonly Row[]>, ownerOf: (row: Row) => string) {
    this.#query = query
    this.#ownerOf = ownerOf
  }

  /** The rows of one person, in the order of the query. */
  of(userId: string): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      const already = this.#waiting.get(userId)
      if (already) already.push({ resolve, reject })
      else this.#waiting.set(userId, [{ resolve, reject }])
      if (!this.#isAsking) void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    while (this.#waiting.size > 0) {
      const asking = [...this.#waiting].slice(0, MOST_PEOPLE)
      for (const [userId] of asking) this.#waiting.delete(userId)
      try {
        const rows = Map.groupBy(await this.#query(asking.map(([userId]) => userId)), this.#ownerOf)
        for (const [userId, readers] of asking) for (const { resolve } of readers) resolve(rows.get(userId) ?? [])
      } catch (error) {
        for (const [, readers] of asking) for (const { reject } of readers) reject(error)
      }
    }
    this.#isAsking = false
  }
}

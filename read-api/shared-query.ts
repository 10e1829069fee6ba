const MOST_PEOPLE = 250

interface Waiting<Row> {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/** One query for many people: calls during a query share the next. Parallel queries would halve the batches. */
export class SharedQuery<Row> {
  readonly #query: (userIds: readonly string[]) => Promise<readonly Row[]>
  readonly #ownerOf: (row: Row) => string
  readonly #waiting = new Map<string, Waiting<Row>[]>()
  #isAsking = false

  constructor(query: (userIds: readonly string[]) => Promise<readonly Row[]>, ownerOf: (row: Row) => string) {
    this.#query = query
    this.#ownerOf = ownerOf
  }

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

export const owner = ({ user_id }: { readonly user_id: string }): string => user_id

/** A call during a read shares the next one, so answers are never older than the question. */
export class SharedAnswer<Answer> {
  readonly #question: () => Promise<Answer>
  #now: Promise<Answer> | null = null
  #next: Promise<Answer> | null = null

  constructor(question: () => Promise<Answer>) {
    this.#question = question
  }

  ask(): Promise<Answer> {
    if (!this.#now && !this.#next) return this.#begin()
    const begin = () => this.#begin()
    this.#next ??= (this.#now ?? Promise.resolve()).then(begin, begin)
    return this.#next
  }

  #begin(): Promise<Answer> {
    this.#next = null
    this.#now = this.#question().finally(() => {
      this.#now = null
    })
    return this.#now
  }
}

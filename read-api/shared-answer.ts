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

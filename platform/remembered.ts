/** Cached until its source counts another change. Concurrent callers share one read. */
export class Remembered<Value> {
  readonly #changes: () => Promise<number>
  readonly #read: () => Promise<Value>
  #known: { changes: number; value: Value } | null = null
  #reading: { changes: number; value: Promise<Value> } | null = null

  constructor(changes: () => Promise<number>, read: () => Promise<Value>) {
    this.#changes = changes
    this.#read = read
  }

  async current(): Promise<Value> {
    const changes = await this.#changes()
    if (this.#known?.changes === changes) return this.#known.value
    if (this.#reading?.changes !== changes) this.#reading = { changes, value: this.#read() }
    const reading = this.#reading
    try {
      const value = await reading.value
      if (this.#reading === reading) this.#known = { changes, value }
      return value
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }
}

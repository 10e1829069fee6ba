import { Refusal } from './refusals.ts'
import type { CommittedEvent, Storage } from './storage.ts'

interface Work {
  run(): void
  settle(failure?: unknown): void
}

/** Writes that arrive in one turn of the event loop share a transaction, since the commit is what costs. */
export class GroupCommit {
  readonly #storage: Storage
  readonly #onCommit: (events: readonly CommittedEvent[]) => void
  #waiting: Work[] = []

  constructor(storage: Storage, onCommit: (events: readonly CommittedEvent[]) => void) {
    this.#storage = storage
    this.#onCommit = onCommit
  }

  /** Resolves when `write` is durable. Rejects with its Refusal or with the error that failed the transaction. */
  submit<Result>(write: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: { value: Result } | undefined
      if (this.#waiting.length === 0) setImmediate(() => this.flush())
      this.#waiting.push({
        run: () => {
          result = { value: write() }
        },
        settle: (failure) => (result === undefined || failure !== undefined ? reject(failure) : resolve(result.value)),
      })
    })
  }

  flush(): void {
    const group = this.#waiting
    if (group.length === 0) return
    this.#waiting = []
    const refusals = new Map<Work, Refusal>()
    let committed: readonly CommittedEvent[]
    try {
      committed = this.#storage.transaction(() => {
        for (const work of group) {
          try {
            work.run()
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            refusals.set(work, error)
          }
        }
      })
    } catch (error) {
      for (const work of group) work.settle(refusals.get(work) ?? error)
      return
    }
    for (const work of group) work.settle(refusals.get(work))
    this.#onCommit(committed)
  }
}

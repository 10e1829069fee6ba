import { setTimeout as sleep } from 'node:timers/promises'

/** Lets so many a second pass, evenly, however many come at once. */
export class Pace {
  readonly #gapMilliseconds: number
  #next = 0

  constructor(perSecond: number) {
    this.#gapMilliseconds = 1_000 / perSecond
  }

  /** Ends when it is one's turn; rejects when the signal is aborted before. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now()
    const own = Math.max(now, this.#next)
    this.#next = own + this.#gapMilliseconds
    if (own > now) await sleep(own - now, undefined, { signal })
  }
}

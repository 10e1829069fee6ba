import { setTimeout as sleep } from 'node:timers/promises'

export class Pace {
  readonly #gapMilliseconds: number
  #next = 0

  constructor(perSecond: number) {
    this.#gapMilliseconds = 1_000 / perSecond
  }

  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now()
    const own = Math.max(now, this.#next)
    this.#next = own + this.#gapMilliseconds
    if (own > now) await sleep(own - now, undefined, { signal })
  }
}

import { isDeepStrictEqual } from 'node:util'
import { OfferedPrices } from '@medicready/domain/contract/billing/billing'

const PATIENCE_MILLISECONDS = 1_000
/** How long an answer, or the lack of one, is reused for everyone. */
const FRESH_MILLISECONDS = 15_000

/**
 * The plans' prices as the read API last gave them: the same object until they change, and null until it did. A failing
 * read API delays no page.
 */
export class KnownPrices {
  readonly #url: URL
  readonly #now: () => number
  readonly #patience: number
  #prices: OfferedPrices | null = null
  #isAway = false
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<OfferedPrices | null> | null = null

  constructor(readApiUrl: string, now: () => number = Date.now, patience: number = PATIENCE_MILLISECONDS) {
    this.#url = new URL('/api/prices', readApiUrl)
    this.#now = now
    this.#patience = patience
  }

  async know(): Promise<OfferedPrices | null> {
    if (this.#now() - this.#askedAt < FRESH_MILLISECONDS) return this.#prices
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#isAway ? this.#prices : this.#asking
  }

  async #ask(): Promise<OfferedPrices | null> {
    const told = await fetch(this.#url, { signal: AbortSignal.timeout(this.#patience) })
      .then(async (answer) => OfferedPrices.safeParse(await answer.json()).data ?? null)
      .catch(() => null)
    if (told && !isDeepStrictEqual(told, this.#prices)) this.#prices = told
    this.#isAway = told === null
    this.#askedAt = this.#now()
    return this.#prices
  }
}

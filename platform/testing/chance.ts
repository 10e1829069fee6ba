/** Seeded random numbers: mulberry32. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(bound: number): number {
    return Math.floor(this.number() * bound)
  }

  happens(probability: number): boolean {
    return this.number() < probability
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  /** Many small values, few large ones. */
  exponential(mean: number): number {
    return -Math.log(1 - this.number()) * mean
  }

  uuid(): string {
    const word = () =>
      Math.floor(this.number() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0')
    const hex = word() + word() + word() + word()
    const variant = '89ab'[this.below(4)]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}

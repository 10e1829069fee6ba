import { mulberry32 } from '@medicready/domain/core/seeded-numbers'

/** Seeded random numbers. */
export class Chance {
  readonly number: () => number

  constructor(seed: number) {
    this.number = mulberry32(seed)
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

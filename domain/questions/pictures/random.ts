import { fnv1a } from '../../core/seeded-numbers.ts'

/** Seeded randomness: the only source of variation between two drawings of the same thing. */
export interface Randomness {
  /** At least `low`, less than `high`. */
  readonly between: (low: number, high: number) => number
  readonly oneOf: <Thing>(things: readonly [Thing, ...Thing[]]) => Thing
  readonly about: (middle: number, spread: number) => number
}

/** Mulberry32. */
export function chanceOf(seed: string): Randomness {
  let state = fnv1a(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  return {
    between,
    oneOf: (things) => things[Math.floor(next() * things.length)] ?? things[0],
    about: (middle, spread) => middle * (1 + spread * (2 * next() - 1)),
  }
}

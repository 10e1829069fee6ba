import { fnv1a } from '../../../hash.ts'

/** Chance that is the same each time: all that differs between two drawings of the same thing comes from here. */
export interface Chance {
  /** At least `low`, less than `high`. */
  readonly between: (low: number, high: number) => number
  readonly oneOf: <Thing>(things: readonly [Thing, ...Thing[]]) => Thing
  /** A figure near `middle`, at most `spread` of it away. */
  readonly about: (middle: number, spread: number) => number
}

/** Mulberry32, which is small, quick and even enough for pictures. */
export function chanceOf(seed: string): Chance {
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

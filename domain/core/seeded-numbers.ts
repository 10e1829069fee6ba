/** 32-bit FNV-1a (Fowler, Noll, Vo, 1991). Not for secrets. */
export function fnv1a(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** Deterministic 32-bit numbers: splitmix32 seeded with the text's FNV-1a hash. */
export function numbersFrom(text: string): () => number {
  let state = fnv1a(text)
  return () => {
    state = (state + 0x9e3779b9) | 0
    const half = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    const whole = Math.imul(half ^ (half >>> 15), 0x735a2d97)
    return (whole ^ (whole >>> 15)) >>> 0
  }
}

/** Seeded randomness: the only source of variation between two drawings of the same thing. */
export interface Randomness {
  /** At least `low`, less than `high`. */
  readonly between: (low: number, high: number) => number
  readonly oneOf: <Thing>(things: readonly [Thing, ...Thing[]]) => Thing
  readonly about: (middle: number, spread: number) => number
}

/** At least 0, less than 1. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function chanceOf(seed: string): Randomness {
  const next = mulberry32(fnv1a(seed))
  const between = (low: number, high: number) => low + (high - low) * next()
  return {
    between,
    oneOf: (things) => things[Math.floor(next() * things.length)] ?? things[0],
    about: (middle, spread) => middle * (1 + spread * (2 * next() - 1)),
  }
}

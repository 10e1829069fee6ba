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

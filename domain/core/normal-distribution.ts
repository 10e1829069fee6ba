/** Standard normal distribution function (G. Marsaglia, Journal of Statistical Software 11:4, 2004). */
export function shareBelow(z: number): number {
  if (z <= -FARTHEST) return 0
  if (z >= FARTHEST) return 1
  let [sum, term, before, odd] = [z, z, 0, 1]
  while (sum !== before) {
    odd += 2
    term *= (z * z) / odd
    before = sum
    sum += term
  }
  return Math.min(1, Math.max(0, 0.5 + (sum * Math.exp(-(z * z) / 2)) / Math.sqrt(2 * Math.PI)))
}

/** Beyond this, floating point cannot tell the tail from 0. */
const FARTHEST = 8

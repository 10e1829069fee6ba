/** Anything smaller may be latency, or the fraction of a second that `Date` leaves out. */
const SMALLEST_SKEW_MS = 2_000

/** Milliseconds by which the server's clock is ahead of this device's, by an answer's `Date`. */
export function clockSkew(date: string | null, now: number): number {
  const skew = date === null ? Number.NaN : Date.parse(date) + 500 - now
  return Math.abs(skew) > SMALLEST_SKEW_MS ? skew : 0
}

/** Less is as well the time that an answer was on its way, and the fraction of a second that `Date` leaves out. */
const SMALLEST_SKEW_MS = 2_000

/** By how many milliseconds the server's clock is ahead of this device's, by an answer's `Date`; 0 where they agree. */
export function clockSkew(date: string | null, now: number): number {
  const skew = date === null ? Number.NaN : Date.parse(date) + 500 - now
  return Math.abs(skew) > SMALLEST_SKEW_MS ? skew : 0
}

/** Histogram of answer times, for medians without single answers. */

/** Seconds; longer times mean an abandoned screen. */
export const LONGEST_COUNTED_SECONDS = 600

/** Upper ends in seconds. */
const ends = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90, 100, 110, 120, 150, 180, 240, 300, 420, LONGEST_COUNTED_SECONDS]

export type SpentTimes = readonly number[]

export const countedSeconds = (seconds: number): number => Math.min(seconds, LONGEST_COUNTED_SECONDS)

export function withTime(times: SpentTimes, seconds: number): SpentTimes {
  const counts = times.length === 0 ? new Array<number>(ends.length).fill(0) : times.slice()
  const found = ends.findIndex((end) => seconds < end)
  const step = found === -1 ? ends.length - 1 : found
  counts[step] = (counts[step] ?? 0) + 1
  return counts
}

/** Seconds, interpolated within a bin; null with too few answers. */
export function medianSeconds(times: SpentTimes, atLeast = 1): number | null {
  let count = 0
  for (const some of times) count += some
  if (count < atLeast) return null
  let before = 0
  for (let step = 0; step < times.length; step++) {
    const here = times[step] ?? 0
    if (here > 0 && 2 * (before + here) >= count) {
      const start = ends[step - 1] ?? 0
      return start + ((count / 2 - before) / here) * ((ends[step] ?? LONGEST_COUNTED_SECONDS) - start)
    }
    before += here
  }
  return null
}

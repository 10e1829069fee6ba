export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type Interval = { readonly interval: string; readonly interval_count: number }

/**
 * A date so many months later at the same time of the day (UTC), on the same day of the month or, where a month is too
 * short, on its last.
 */
export function addMonths(time: number, months: number): number {
  const start = new Date(time * 1000)
  const target = new Date(time * 1000)
  target.setUTCDate(1)
  target.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return target.getTime() / 1000
}

function addIntervals(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const times = count * interval_count
  switch (interval) {
    case 'day':
      return anchor + times * DAY
    case 'week':
      return anchor + times * 7 * DAY
    case 'year':
      return addMonths(anchor, 12 * times)
    default:
      return addMonths(anchor, times)
  }
}

/** The first boundary of a billing period after a time; boundaries are counted from the anchor, so that none drifts. */
export function nextBoundary(anchor: number, every: Interval, after: number): number {
  let count = 1
  while (addIntervals(anchor, every, count) <= after) count += 1
  return addIntervals(anchor, every, count)
}

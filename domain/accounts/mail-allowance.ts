import { DAY_MILLISECONDS } from '../core/calendar.ts'

// How often anyone can cause mail to an address by entering it; the same for known and unknown addresses.
const PAUSE_SECONDS = 60
const MAILS_PER_DAY = 5

export function nextMailAt(earlier: readonly string[], now: string): string {
  const times = earlier.map((time) => Date.parse(time))
  const last = times.at(-1) ?? Number.NEGATIVE_INFINITY
  const firstOfTheDay = times.at(-MAILS_PER_DAY) ?? Number.NEGATIVE_INFINITY
  return new Date(Math.max(Date.parse(now), last + PAUSE_SECONDS * 1_000, firstOfTheDay + DAY_MILLISECONDS)).toISOString()
}

/** Hourly limit over all unverified addresses, so that we send little mail to people who did not ask for it. */
export const UNVERIFIED_MAILS_PER_HOUR = 2_000

export const mailsCountFrom = (now: string): string => new Date(Date.parse(now) - DAY_MILLISECONDS).toISOString()

/** Such as 'in 42 seconds' or 'in 3 hours', rounded up. */
export function inWords(until: string, now: string): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(now)) / 1_000))
  const [count, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7_200 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

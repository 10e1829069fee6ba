import { DAY_MILLISECONDS } from '../calendar.ts'

/**
 * How often a mail of one kind goes to an address because it was entered, by anyone, whether the address is
 * known or not. Beyond that, the response tells when to ask again, and nothing else.
 */
const PAUSE_SECONDS = 60
const MAILS_PER_DAY = 5

/** When the next mail may go out, after those of these times (ISO 8601, in their order). */
export function nextMailAt(earlier: readonly string[], now: string): string {
  const times = earlier.map((time) => Date.parse(time))
  const last = times.at(-1) ?? Number.NEGATIVE_INFINITY
  const firstOfTheDay = times.at(-MAILS_PER_DAY) ?? Number.NEGATIVE_INFINITY
  return new Date(Math.max(Date.parse(now), last + PAUSE_SECONDS * 1_000, firstOfTheDay + DAY_MILLISECONDS)).toISOString()
}

/**
 * So many mails an hour go to addresses that were typed in and never verified, in all and from however many
 * networks: what we send to people who did not ask for it stays small.
 */
export const UNVERIFIED_MAILS_PER_HOUR = 2_000

/** From when on mails still count at this time. */
export const mailsCountFrom = (now: string): string => new Date(Date.parse(now) - DAY_MILLISECONDS).toISOString()

/** How long it is until then, in words: 'in 42 seconds', 'in 3 hours', rounded up. */
export function inWords(until: string, now: string): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(now)) / 1_000))
  const [count, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7_200 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour']
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

import { instantFormat } from './instants.ts'

/** An instant as people write its day: "Mar 1, 2026". */
export const dayOf = instantFormat({ dateStyle: 'medium' })

const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of a calendar, `2026-03-01`, as people write it, wherever they are: "Mar 1, 2026". */
export const calendarDayInWords = (day: string): string => calendarDay.format(new Date(day))

/** A number with its noun: "1 question", "1,200 questions". */
export const countOf = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** A share of 0 to 1 as whole percent: "72%". */
export const percentOf = (share: number): string => `${Math.round(100 * share)}%`

/** Two ends of a range of shares: "61 to 81%". */
export const shareRange = ({ low, high }: { low: number; high: number }): string => `${Math.round(100 * low)} to ${Math.round(100 * high)}%`

/** "apply" as it stands in a badge: "Apply". */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The initials of a name: "AO". */
export const initialsOf = (...names: string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()

/** A place of a scale: "0.4". A minus as people print it. */
export const tenthsOf = (place: number): string => {
  const rounded = place.toFixed(1)
  return rounded === '-0.0' ? '0.0' : rounded.replace('-', '−')
}

/** Time that has come together: "45 s", "12 min", "3 h 20 min". */
export function durationOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = `${Math.floor(minutes / 60).toLocaleString('en-US')} h`
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const relative = new Intl.RelativeTimeFormat('en-US')

/** How long ago an instant was: "just now", "3 hours ago", "13 days ago". */
export function agoOf(instant: string, now: number): string {
  const past = Math.max(0, now - Date.parse(instant))
  if (past < 2 * MINUTE) return 'just now'
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour')
  return relative.format(-Math.floor(past / DAY), 'day')
}

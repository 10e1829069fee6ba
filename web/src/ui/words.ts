let shownZone = (): string | undefined => undefined

/** The device's by default; the server renders in the account's time zone. */
export const showInstantsIn = (zone: () => string | undefined): void => {
  shownZone = zone
}

export function instantFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>()
  return (instant: string): string => {
    const timeZone = shownZone()
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) })
    formats.set(timeZone, format)
    return format.format(new Date(instant))
  }
}

export const dayOf = instantFormat({ dateStyle: 'medium' })

const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `2026-03-01` is "Mar 1, 2026" in every time zone. */
export const calendarDayInWords = (day: string): string => calendarDay.format(new Date(day))

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `2026-03-01` is "Mar 1". */
export const shortDayInWords = (day: string): string => monthAndDay.format(new Date(day))

export const countOf = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

export const percentOf = (share: number): string => `${Math.round(100 * share)}%`

export const shareRange = ({ low, high }: { low: number; high: number }): string => `${Math.round(100 * low)} to ${Math.round(100 * high)}%`

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** "AO". */
export const initialsOf = (...names: string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()

/** "0.4", with a typographic minus. */
export const tenthsOf = (place: number): string => {
  const rounded = place.toFixed(1)
  return rounded === '-0.0' ? '0.0' : rounded.replace('-', '−')
}

/** "45 s", "12 min", "3 h 20 min". */
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

/** "just now", "3 hours ago", "13 days ago". */
export function agoOf(instant: string, now: number): string {
  const past = Math.max(0, now - Date.parse(instant))
  if (past < 2 * MINUTE) return 'just now'
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour')
  return relative.format(-Math.floor(past / DAY), 'day')
}

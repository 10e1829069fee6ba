/** `YYYY-MM-DD` in some time zone. Days compare as strings. */
export type CalendarDay = string

/** Validated names; checking one is slow. */
const knownTimeZones = new Set<string>()
const MOST_KNOWN = 1_000

export function isTimeZone(timeZone: string): boolean {
  if (knownTimeZones.has(timeZone)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    if (knownTimeZones.size < MOST_KNOWN) knownTimeZones.add(timeZone)
    return true
  } catch {
    return false
  }
}

export const DAY_MILLISECONDS = 86_400_000
const HOUR_MILLISECONDS = 3_600_000

export const hoursAfter = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * HOUR_MILLISECONDS).toISOString()

/** The cache is cleared at this size, which covers centuries of days. */
const MOST_REMEMBERED = 100_000
export function remembered<Of, Is>(work: (of: Of) => Is): (of: Of) => Is {
  const known = new Map<Of, Is>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const is = work(of)
    if (known.size === MOST_REMEMBERED) known.clear()
    known.set(of, is)
    return is
  }
}

// Creating a formatter takes fifty times as long as using it.
const formatOf = remembered(
  (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)

export const calendarDay = (instant: string, timeZone: string): CalendarDay => formatOf(timeZone).format(new Date(instant))

// Parsing a date is much slower than a cache lookup, and few days are asked for.
const midnightOf = remembered((day: CalendarDay) => Date.parse(day))
const dayAt = remembered((midnight: number): CalendarDay => new Date(midnight).toISOString().slice(0, 10))

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayAt(midnightOf(day) + days * DAY_MILLISECONDS)

export const weekOf = remembered((day: CalendarDay): CalendarDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)))

export const daysBetween = (from: CalendarDay, to: CalendarDay): number =>
  from === to ? 0 : Math.round((midnightOf(to) - midnightOf(from)) / DAY_MILLISECONDS)

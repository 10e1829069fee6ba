/** A calendar day, `YYYY-MM-DD`, in some time zone. Days compare as strings. */
export type CalendarDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Names that were found to be known. There are many ways to write each, by the case of its letters. */
const knownTimeZones = new Set<string>()
const MOST_KNOWN = 1_000

/** Whether the runtime knows this IANA time zone name. */
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

/** The calendar day on which an instant (ISO 8601) falls in the time zone. */
export function calendarDay(instant: string, timeZone: string): CalendarDay {
  let format = formats.get(timeZone)
  if (!format) {
    // Kept, since making one takes fifty times as long as using it.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(new Date(instant))
}

export const DAY_MILLISECONDS = 86_400_000
const HOUR_MILLISECONDS = 3_600_000

/** The instant so many hours after another (before it, where they are negative); ISO 8601 in UTC. */
export const hoursAfter = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * HOUR_MILLISECONDS).toISOString()

/** What was worked out of a text or a number; begun anew when it holds as much as whole centuries of days. */
const MOST_DAYS = 100_000
function remembered<Of, Is>(work: (of: Of) => Is): (of: Of) => Is {
  const known = new Map<Of, Is>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const is = work(of)
    if (known.size === MOST_DAYS) known.clear()
    known.set(of, is)
    return is
  }
}

// Few days are asked for, over and over, and taking a date apart costs many times as much as finding it.
const midnightOf = remembered((day: CalendarDay) => Date.parse(day))
const dayAt = remembered((midnight: number): CalendarDay => new Date(midnight).toISOString().slice(0, 10))

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayAt(midnightOf(day) + days * DAY_MILLISECONDS)

/** The Monday of the week that a day is in. */
export const weekOf = remembered((day: CalendarDay): CalendarDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)))

/** How many days lie between two days; below 0 where the second comes first. */
export const daysBetween = (from: CalendarDay, to: CalendarDay): number =>
  from === to ? 0 : Math.round((midnightOf(to) - midnightOf(from)) / DAY_MILLISECONDS)

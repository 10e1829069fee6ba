/** A calendar day, `YYYY-MM-DD`, in some time zone. Days compare as strings. */
export type CalendarDay = string

interface Clock {
  readonly format: Intl.DateTimeFormat
  /** The minute asked for last, and the day on which it fell. */
  minute: string
  day: CalendarDay
}

const clocks = new Map<string, Clock>()

/** Whether the runtime knows this IANA time zone name. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** The calendar day on which an instant (ISO 8601) falls for somebody who lives in the time zone. */
export function calendarDay(instant: string, timeZone: string): CalendarDay {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    clock = { format, minute: '', day: '' }
    clocks.set(timeZone, clock)
  }
  // Days begin on the minute everywhere, and mostly it is the present minute that is asked for.
  const minute = instant.endsWith('Z') ? instant.slice(0, 'YYYY-MM-DDThh:mm'.length) : instant
  if (clock.minute !== minute) {
    clock.day = clock.format.format(new Date(instant))
    clock.minute = minute
  }
  return clock.day
}

const DAY_MILLISECONDS = 86_400_000

export const addDays = (day: CalendarDay, days: number): CalendarDay =>
  new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

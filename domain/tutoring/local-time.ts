import { addDays, type CalendarDay } from '../calendar.ts'

/** Times on people's clocks, by the time zones that the runtime knows: no offset is written down here. */

const MINUTE_MILLISECONDS = 60_000
const HALF_A_DAY = 43_200_000

export interface LocalTime {
  readonly day: CalendarDay
  /** Since midnight, as the clock shows it. */
  readonly minutes: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** What the clocks of a time zone show at an instant, in milliseconds; seconds are left out. */
export function localTimeAt(instant: number, timeZone: string): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return { day: `${of('year')}-${of('month')}-${of('day')}`, minutes: Number(of('hour')) * 60 + Number(of('minute')) }
}

/** By how much the clocks are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS
  const { day, minutes } = localTimeAt(minute, timeZone)
  return Date.parse(day) + minutes * MINUTE_MILLISECONDS - minute
}

/**
 * The instant at which the clocks show a time, in milliseconds. Of a time that is shown twice, when clocks are put
 * back, it is the first or the last, as is asked for; one that is skipped is taken for as much later.
 */
export function instantOf({ day, minutes }: LocalTime, timeZone: string, which: 'first' | 'last' = 'first'): number {
  const shown = Date.parse(day) + minutes * MINUTE_MILLISECONDS
  const before = shown - offsetAt(shown - HALF_A_DAY - offsetAt(shown, timeZone), timeZone)
  const after = shown - offsetAt(shown + HALF_A_DAY - offsetAt(shown, timeZone), timeZone)
  const isShown = (instant: number) => instant + offsetAt(instant, timeZone) === shown
  const found = [before, after].filter(isShown).toSorted((one, other) => one - other)
  return (which === 'first' ? found[0] : found.at(-1)) ?? before
}

/** The day before, in and after which the instants of a span may fall. */
export const daysAround = (day: CalendarDay, days: number): CalendarDay[] =>
  Array.from({ length: days + 2 }, (_, index) => addDays(day, index - 1))

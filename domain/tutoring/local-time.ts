import { addDays, type CalendarDay, remembered } from '../core/shown/calendar.ts'

/** Uses the runtime's time zone data. */

const MINUTE_MILLISECONDS = 60_000
const HALF_A_DAY = 43_200_000

export interface LocalTime {
  readonly day: CalendarDay
  /** Since midnight on the local clock. */
  readonly minutes: number
}

const toTheMinute = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const formatOf = remembered((timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...toTheMinute }))

/** Milliseconds; seconds are dropped. */
export function localTimeAt(instant: number, timeZone: string): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return { day: `${of('year')}-${of('month')}-${of('day')}`, minutes: Number(of('hour')) * 60 + Number(of('minute')) }
}

function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS
  const { day, minutes } = localTimeAt(minute, timeZone)
  return Date.parse(day) + minutes * MINUTE_MILLISECONDS - minute
}

/** A repeated time resolves to the first or last instant as asked; a skipped one moves forward. */
export function instantOf({ day, minutes }: LocalTime, timeZone: string, which: 'first' | 'last' = 'first'): number {
  const shown = Date.parse(day) + minutes * MINUTE_MILLISECONDS
  const before = shown - offsetAt(shown - HALF_A_DAY - offsetAt(shown, timeZone), timeZone)
  const after = shown - offsetAt(shown + HALF_A_DAY - offsetAt(shown, timeZone), timeZone)
  const isShown = (instant: number) => instant + offsetAt(instant, timeZone) === shown
  const found = [before, after].filter(isShown).toSorted((one, other) => one - other)
  return (which === 'first' ? found[0] : found.at(-1)) ?? before
}

/** The days on which instants of the span may fall in other time zones. */
export const daysAround = (day: CalendarDay, days: number): CalendarDay[] =>
  Array.from({ length: days + 2 }, (_, index) => addDays(day, index - 1))

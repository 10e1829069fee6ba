import type { CalendarDay } from '../core/shown/calendar.ts'
import { daysAround, instantOf, localTimeAt } from './local-time.ts'
import { type HoursRange, minutesOf, SESSION_MINUTES, type WeeklyRange } from './shown/rules.ts'

export interface Availability {
  readonly timeZone: string
  readonly weekly: readonly WeeklyRange[]
  /** Days with other hours; empty hours mean unavailable. */
  readonly exceptions: readonly { readonly date: CalendarDay; readonly hours: readonly HoursRange[] }[]
}

export interface TimeSpan {
  readonly startsAt: string
  readonly endsAt: string
}

const STEP_MINUTES = 30
const MINUTE_MILLISECONDS = 60_000
const DAYS_OF_WEEK = 7

export const meets = (one: TimeSpan, other: TimeSpan): boolean => one.startsAt < other.endsAt && other.startsAt < one.endsAt

export const sessionEnd = (startsAt: string): string => new Date(Date.parse(startsAt) + SESSION_MINUTES * MINUTE_MILLISECONDS).toISOString()

const weekdayOf = (day: CalendarDay): number => ((new Date(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK) + 1

function hoursOn(day: CalendarDay, { timeZone, weekly, exceptions }: Availability): { from: number; to: number }[] {
  const ranges = exceptions.find(({ date }) => date === day)?.hours ?? weekly.filter(({ weekday }) => weekday === weekdayOf(day))
  return ranges.map(({ from, to }) => ({
    from: instantOf({ day, minutes: minutesOf(from) }, timeZone),
    to: instantOf({ day, minutes: minutesOf(to) }, timeZone, 'last'),
  }))
}

/** Merges adjacent hours, such as up to and from midnight. */
function joined(hours: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const whole: { from: number; to: number }[] = []
  for (const { from, to } of hours.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}

const hoursAround = (day: CalendarDay, days: number, availability: Availability) =>
  joined(daysAround(day, days).flatMap((each) => hoursOn(each, availability)))

export function isAvailable(availability: Availability, { startsAt, endsAt }: TimeSpan): boolean {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  const { day } = localTimeAt(start, availability.timeZone)
  return hoursAround(day, 1, availability).some(({ from, to }) => from <= start && end <= to)
}

interface Window {
  readonly from: CalendarDay
  readonly days: number
  readonly now: string
}

/** Half-hour steps within the tutor's hours, without bookings. */
export function freeStarts(availability: Availability, booked: readonly TimeSpan[], { from, days, now }: Window): string[] {
  const begin = Math.max(Date.parse(from), Date.parse(now) + 1)
  const end = Date.parse(from) + days * 24 * 60 * MINUTE_MILLISECONDS
  return hoursAround(from, days + 1, availability)
    .flatMap((hours) => startsIn(hours))
    .filter((start) => start >= begin && start < end)
    .map((start) => new Date(start).toISOString())
    .filter((startsAt) => !booked.some((span) => meets(span, { startsAt, endsAt: sessionEnd(startsAt) })))
}

function startsIn({ from, to }: { readonly from: number; readonly to: number }): number[] {
  const last = to - SESSION_MINUTES * MINUTE_MILLISECONDS
  const count = last < from ? 0 : Math.floor((last - from) / (STEP_MINUTES * MINUTE_MILLISECONDS)) + 1
  return Array.from({ length: count }, (_, index) => from + index * STEP_MINUTES * MINUTE_MILLISECONDS)
}

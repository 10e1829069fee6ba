import { type AccountCalendar, accountDay } from '../accounts/shown/account-day.ts'
import { addDays, type CalendarDay } from '../core/shown/calendar.ts'
import { instantOf, localTimeAt } from '../tutoring/local-time.ts'

const MINUTE = 60_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A repeated time counts at its first occurrence, a skipped one at the end of the gap. Null if the day has none. */
function comesOn(day: CalendarDay, time: string, timeZone: string): number | null {
  const minutes = minutesOf(time)
  const isThere = (instant: number) => {
    const shown = localTimeAt(instant, timeZone)
    return shown.day > day || (shown.day === day && shown.minutes >= minutes)
  }
  let instant = instantOf({ day, minutes }, timeZone)
  // A skipped time moves by as much as the clocks were put forward.
  if (localTimeAt(instant, timeZone).minutes !== minutes) while (isThere(instant - MINUTE)) instant -= MINUTE
  return localTimeAt(instant, timeZone).day === day ? instant : null
}

interface OwnTime {
  readonly timeZone: string
  readonly time: string
}

/** No time is missing for longer than this. */
const DAYS_AHEAD = 5

/** The next occurrence on a day after `after`, or on any day if null. */
export function nextOwnTime(from: string, { timeZone, time }: OwnTime, after: CalendarDay | null): string {
  const earliest = Date.parse(from)
  const today = localTimeAt(earliest, timeZone).day
  const first = after !== null && after >= today ? addDays(after, 1) : today
  for (let day = first, days = 0; days < DAYS_AHEAD; day = addDays(day, 1), days += 1) {
    const instant = comesOn(day, time, timeZone)
    if (instant !== null && instant >= earliest) return new Date(instant).toISOString()
  }
  throw new Error(`${time} does not come in ${timeZone} after ${from}.`)
}

export interface Due {
  readonly date: CalendarDay
  readonly at: string
}

interface AwaitedTime extends AccountCalendar {
  readonly time: string
  readonly dueAt: string
  readonly cameOn: CalendarDay | null
}

/** Null if today's is still to come or already came. A missed day is not made up for. */
export function dueNow(now: string, awaited: AwaitedTime): Due | null {
  const { timeZone, time, dueAt } = awaited
  if (dueAt > now) return null
  const instant = comesOn(localTimeAt(Date.parse(now), timeZone).day, time, timeZone)
  if (instant === null || instant > Date.parse(now)) return null
  return unlessItCame(awaited, { date: accountDay(now, awaited), at: new Date(instant).toISOString() })
}

/** Null if it already came, or comes on another day. */
export function dueToday(now: string, awaited: AwaitedTime): Due | null {
  const { timeZone, dueAt } = awaited
  const dayOf = (instant: string) => localTimeAt(Date.parse(instant), timeZone).day
  if (dayOf(dueAt) > dayOf(now)) return null
  return unlessItCame(awaited, { date: accountDay(now, awaited), at: now })
}

const unlessItCame = ({ cameOn }: AwaitedTime, due: Due): Due | null => (cameOn !== null && due.date <= cameOn ? null : due)

import { type AccountCalendar, accountDay } from '../accounts/account-day.ts'
import { addDays, type CalendarDay } from '../calendar.ts'
import { instantOf, localTimeAt } from '../tutoring/local-time.ts'

/** When a time of the day comes on people's own clocks. */

const MINUTE = 60_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The first instant of a day at which its clocks show a time or a later one: of a time that is shown twice the first,
 * of one that is skipped the end of what is skipped. Null where the day has no such instant.
 */
function comesOn(day: CalendarDay, time: string, timeZone: string): number | null {
  const minutes = minutesOf(time)
  const isThere = (instant: number) => {
    const shown = localTimeAt(instant, timeZone)
    return shown.day > day || (shown.day === day && shown.minutes >= minutes)
  }
  let instant = instantOf({ day, minutes }, timeZone)
  // One that is skipped is taken for as much later as clocks were put forward.
  if (localTimeAt(instant, timeZone).minutes !== minutes) while (isThere(instant - MINUTE)) instant -= MINUTE
  return localTimeAt(instant, timeZone).day === day ? instant : null
}

interface OwnTime {
  readonly timeZone: string
  /** '13:00' */
  readonly time: string
}

/** Days that are looked at at most: none is without its time for longer. */
const DAYS_AHEAD = 5

/** The first instant, from one on, at which the time comes on a day after another; on any day where that is null. */
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

/** For which day something is due, and since when. */
export interface Due {
  readonly date: CalendarDay
  readonly at: string
}

interface AwaitedTime extends AccountCalendar {
  readonly time: string
  /** When it comes next, as far as is known. */
  readonly dueAt: string
  /** The latest day for which it came; null before the first. */
  readonly cameOn: CalendarDay | null
}

/**
 * For which day something is due now whose time has come since it was awaited; null where today's is still to come, or
 * came already. What a day has missed does not come on the next.
 */
export function dueNow(now: string, awaited: AwaitedTime): Due | null {
  const { timeZone, time, dueAt } = awaited
  if (dueAt > now) return null
  const instant = comesOn(localTimeAt(Date.parse(now), timeZone).day, time, timeZone)
  if (instant === null || instant > Date.parse(now)) return null
  return unlessItCame(awaited, { date: accountDay(now, awaited), at: new Date(instant).toISOString() })
}

/** For which day something is due that comes today, now or later; null where it came already, or comes another day. */
export function dueToday(now: string, awaited: AwaitedTime): Due | null {
  const { timeZone, dueAt } = awaited
  const dayOf = (instant: string) => localTimeAt(Date.parse(instant), timeZone).day
  if (dayOf(dueAt) > dayOf(now)) return null
  return unlessItCame(awaited, { date: accountDay(now, awaited), at: now })
}

const unlessItCame = ({ cameOn }: AwaitedTime, due: Due): Due | null => (cameOn !== null && due.date <= cameOn ? null : due)

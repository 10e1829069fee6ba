import { addDays, hoursAfter } from '../core/calendar.ts'
import { type Promised, type RequestKindName, requestKinds } from './request-kinds.ts'

export interface Owed {
  readonly what: string
  readonly by: string
}

/** UTC. */
export const owedFor = (kind: RequestKindName, at: string): Owed[] =>
  requestKinds[kind].promises.map((promised) => ({ what: promised.what, by: endOf(promised, at) }))

function endOf({ time, unit }: Promised, at: string): string {
  if (unit === 'hours') return hoursAfter(at, time.to)
  return unit === 'days' ? hoursAfter(at, 24 * time.to) : businessDaysAfter(at, time.to)
}

/** Skips Saturdays and Sundays. Holidays count, as they differ by place. */
function businessDaysAfter(at: string, days: number): string {
  let day = at.slice(0, 'YYYY-MM-DD'.length)
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left -= 1
  }
  return `${day}${at.slice('YYYY-MM-DD'.length)}`
}

function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

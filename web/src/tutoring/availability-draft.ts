import type { Availability } from '@medicready/domain/contract/tutoring/tutoring'
import { type HoursRange, isHoursOfDay, minutesIn, type WeeklyRange } from '@medicready/domain/tutoring/hours-of-week'
import { MIN_TUTOR_WEEKLY_HOURS, tutoringWords as words } from '@medicready/domain/tutoring/rules'

export type AvailabilityDraft = Availability

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Every half hour, and `said` if it is between them. */
export const timesOfDay = (said: string): string[] => {
  const halves = Array.from({ length: 49 }, (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`)
  return halves.includes(said) ? halves : [...halves, said].sort()
}

/** "9:30 AM". A day begins and ends at midnight. */
export const timeOfDayInWords = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  if (hours === 0 || hours === 24) return minutes === 0 ? (hours === 24 ? 'midnight' : '12:00 AM') : `12:${minutes} AM`
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

export const rangesOn = (weekly: readonly WeeklyRange[], weekday: number): HoursRange[] =>
  weekly.filter((range) => range.weekday === weekday).map(({ from, to }) => ({ from, to }))

export const withDay = (weekly: readonly WeeklyRange[], weekday: number, ranges: readonly HoursRange[]): WeeklyRange[] =>
  [...weekly.filter((range) => range.weekday !== weekday), ...ranges.map((range) => ({ ...range, weekday }))].sort(
    (one, other) => one.weekday - other.weekday,
  )

const FIRST_RANGE: HoursRange = { from: '09:00', to: '12:00' }

/** Three hours after the last range, within the day. */
export function nextRange(ranges: readonly HoursRange[]): HoursRange {
  const last = ranges.at(-1)
  if (!last || last.to >= '23:00') return FIRST_RANGE
  const hour = Number(last.to.slice(0, 2)) + 1
  const minutes = last.to.slice(3)
  const from = `${String(hour).padStart(2, '0')}:${minutes}`
  return { from, to: hour + 3 < 24 ? `${String(hour + 3).padStart(2, '0')}:${minutes}` : '24:00' }
}

export const hoursOf = (weekly: readonly WeeklyRange[]): number => minutesIn(weekly) / 60

interface AvailabilityFaults {
  readonly week?: string
  /** By weekday, 1 is Monday. */
  readonly days: Readonly<Record<number, string>>
  /** By index. */
  readonly exceptions: Readonly<Record<number, string>>
}

export const isSound = ({ week, days, exceptions }: AvailabilityFaults): boolean =>
  week === undefined && Object.keys(days).length + Object.keys(exceptions).length === 0

const HOURS_TOO_FEW = `${words.hoursTooFew}. Please add more hours.`

type Fault = readonly [place: number, words: string]

export function faultsOf({ weekly, exceptions }: AvailabilityDraft): AvailabilityFaults {
  const days = weekdays.flatMap((_, index): Fault[] =>
    isHoursOfDay(rangesOn(weekly, index + 1)) ? [] : [[index + 1, words.rangesUnusual]],
  )
  const dates = exceptions.map(({ date }) => date)
  const found = exceptions.flatMap(({ date, hours }, place): Fault[] => {
    if (date === '') return [[place, words.examDateUnusual]]
    if (dates.indexOf(date) < place) return [[place, words.exceptionsRepeated]]
    return isHoursOfDay(hours) ? [] : [[place, words.rangesUnusual]]
  })
  const isTooShort = days.length === 0 && hoursOf(weekly) < MIN_TUTOR_WEEKLY_HOURS
  return { ...(isTooShort && { week: HOURS_TOO_FEW }), days: Object.fromEntries(days), exceptions: Object.fromEntries(found) }
}

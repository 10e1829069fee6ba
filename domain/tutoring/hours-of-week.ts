/** `09:15`, up to `24:00`. No zod: the browser uses it. */

export interface HoursRange {
  readonly from: string
  readonly to: string
}

export interface WeeklyRange extends HoursRange {
  /** 1 is Monday. */
  readonly weekday: number
}

/** Minutes since midnight. */
export const minutesOf = (timeOfDay: string): number => Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3))

/** Each range ends after it begins, and none overlap. */
export const isHoursOfDay = (ranges: readonly HoursRange[]): boolean => {
  const ordered = ranges.toSorted((one, other) => minutesOf(one.from) - minutesOf(other.from))
  return ordered.every(({ from, to }, place) => {
    const before = ordered[place - 1]
    return minutesOf(from) < minutesOf(to) && (before === undefined || minutesOf(before.to) <= minutesOf(from))
  })
}

export const isWeek = (ranges: readonly WeeklyRange[]): boolean =>
  [1, 2, 3, 4, 5, 6, 7].every((weekday) => isHoursOfDay(ranges.filter((range) => range.weekday === weekday)))

export const minutesIn = (ranges: readonly HoursRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0)

export interface HeatmapDay {
  /** As a calendar writes it: "2025-11-20". */
  readonly date: string
  readonly count: number
}

export interface HeatmapSquare extends HeatmapDay {
  /** Weeks stand beside each other, oldest first. */
  readonly week: number
  /** From 0 (Sunday) to 6. */
  readonly weekday: number
  /** From 0 (nothing) to the number of levels (as much as on the fullest day). */
  readonly level: number
}

export const LEVELS = 4

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Days in a row as squares in columns of weeks, which begin with Sunday. */
export function heatmapSquares(days: readonly HeatmapDay[]): readonly HeatmapSquare[] {
  const most = Math.max(0, ...days.map(({ count }) => count))
  const before = days[0] ? weekdayOf(days[0].date) : 0
  return days.map((day, index) => ({
    ...day,
    week: Math.floor((before + index) / 7),
    weekday: (before + index) % 7,
    level: day.count === 0 ? 0 : Math.ceil((LEVELS * day.count) / most),
  }))
}

const monthOf = (date: string): string => new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })

/** The weeks in which a month begins, each with its name; the first week too, unless another one follows closely. */
export function monthLabels(squares: readonly HeatmapSquare[]): readonly { readonly week: number; readonly label: string }[] {
  const begins = squares
    .filter(({ date }, index) => index === 0 || date.endsWith('-01'))
    .map(({ week, date }) => ({ week, label: monthOf(date) }))
  return begins.filter(({ week }, index) => (begins[index + 1]?.week ?? week + WEEKS_OF_A_NAME) - week >= WEEKS_OF_A_NAME)
}

/** So many columns does the name of a month take. */
const WEEKS_OF_A_NAME = 3

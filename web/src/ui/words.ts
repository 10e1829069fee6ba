const dayAndYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** An instant as people write its day: "Mar 1, 2026". */
export const dayOf = (instant: string): string => dayAndYear.format(new Date(instant))

const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of a calendar, `2026-03-01`, as people write it, wherever they are: "Mar 1, 2026". */
export const calendarDayInWords = (day: string): string => calendarDay.format(new Date(day))

/** A number with its noun: "1 question", "1,200 questions". */
export const countOf = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** A share of 0 to 1 as whole percent: "72%". */
export const percentOf = (share: number): string => `${Math.round(100 * share)}%`

/** "apply" as it stands in a badge: "Apply". */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** What stands for somebody where there is no picture: "AO". */
export const initialsOf = (...names: string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()

import { addDays, daysBetween } from '@medicready/domain/calendar'
import { countOf } from '../ui/words.ts'

/** How days are told on the screen of reviews. */

/** A day that is to come: "tomorrow", "in 3 days". */
export function whenOf(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days <= 0) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : `in ${countOf(days, 'day')}`
}

/** A day that has been: "today", "yesterday", "3 days ago". */
export function agoOf(date: string, today: string): string {
  const days = daysBetween(date, today)
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${countOf(days, 'day')} ago`
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** A calendar day: "Mar 1". */
export const shortDay = (date: string): string => monthAndDay.format(new Date(`${date}T00:00:00Z`))

/** "1 question is due", "12 questions are due". */
export const dueWords = (count: number): string => `${countOf(count, 'question')} ${count === 1 ? 'is' : 'are'} due`

/** What the plan or the day has no room for. */
export const spreadWords = (count: number): string =>
  `${countOf(count, 'more review')} ${count === 1 ? 'comes' : 'come'} a little later, so that no day grows too long.`

export const lapseWords = (lapses: number): string =>
  lapses === 1 ? 'Missed once after it was known' : `Missed ${countOf(lapses, 'time')} after it was known`

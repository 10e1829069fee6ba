import type { UserStats } from '@medicready/domain/contract/study/study'
import { countOf } from '../ui/words.ts'

export type Week = UserStats['weeklyProgress']

/** The weekday of a calendar day, which knows no time zone: "Mon" or "Monday". */
export const weekday = (date: string, length: 'short' | 'long'): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: length, timeZone: 'UTC' })

/** Answers that are neither right nor wrong: their questions were on trial. */
export const unscoredOf = (week: Week): number => week.reduce((sum, day) => sum + day.answered - day.scored, 0)

/** The week in a sentence. */
export function weekSummary(week: Week): string {
  const answered = week.reduce((sum, day) => sum + day.answered, 0)
  if (answered === 0) return 'No questions answered in the last 7 days.'
  const correct = week.reduce((sum, day) => sum + day.correct, 0)
  const days = week.filter((day) => day.answered > 0).length
  const unscored = unscoredOf(week)
  const trial = unscored > 0 ? `, ${unscored} on trial and not scored` : ''
  return `${countOf(answered, 'question')} on ${countOf(days, 'day')} of the last 7, ${correct} correct${trial}.`
}

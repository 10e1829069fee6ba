import type { Figure, Figures } from '@medicready/domain/contract/study/analytics'
import type { Dimension } from '@medicready/domain/study/analytics/dimensions'
import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { ENOUGH_ANSWERS } from '@medicready/domain/study/weakness'
import { kindNames } from '../answering/kind-names.ts'
import { capitalized, countOf, percentOf, shareRange } from '../ui/words.ts'

/** The time of one question, which people compare by seconds: "61 seconds". */
export const secondsOf = (seconds: number): string => countOf(Math.round(seconds), 'second')

const formats = {
  /** "Nov 20" */
  short: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  /** "Thu, Nov 20, 2025" */
  day: new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
  /** "Thursday, November 20, 2025" */
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
}

/** A day of the calendar, which knows no time zone. */
export const dayWords = (date: string, length: keyof typeof formats): string => formats[length].format(new Date(`${date}T00:00:00Z`))

/** How people read the value of a figure: the label of a module, a step with a capital letter. */
export function valueName(dimension: Dimension, value: string): string {
  switch (dimension) {
    case 'module': {
      const known = moduleNames.find((name) => name === value)
      return known ? moduleLabel(known) : value
    }
    case 'kind':
      return new Map(Object.entries(kindNames)).get(value) ?? value
    default:
      return capitalized(value)
  }
}

/** How many more scored answers a figure needs before it is said; 0 once it is. */
export const answersToEstimate = (scored: number): number => Math.max(0, ENOUGH_ANSWERS - scored)

/** What is said beside the name of a figure: "72% of 48 answers", or what is missing. */
export function accuracyWords({ accuracy, answered, scored }: Pick<Figure, 'accuracy' | 'answered' | 'scored'>): string {
  const missing = answersToEstimate(scored)
  if (answered === 0) return 'No answers yet'
  if (accuracy === null || missing > 0) return `${missing} more ${missing === 1 ? 'answer' : 'answers'} to estimate`
  return `${percentOf(accuracy)} of ${countOf(scored, 'answer')}`
}

/** An accuracy by its parts, in a sentence: "Trauma: 72%, likely range 61 to 81%, from 48 answers". */
export const accuracySummary = (name: string, { accuracy, likelyRange, scored }: Figure): string =>
  accuracy === null || likelyRange === null
    ? `${name}: not scored yet`
    : `${name}: ${percentOf(accuracy)}, likely range ${shareRange(likelyRange)}, from ${countOf(scored, 'answer')}`

/** The year as one sentence. */
export function yearSummary({ days }: Figures['year']): string {
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  const most = Math.max(0, ...days.map((day) => day.answered))
  return `${countOf(answered, 'question')} on ${countOf(days.length, 'day')} of the last 12 months, and ${most} on the fullest one`
}

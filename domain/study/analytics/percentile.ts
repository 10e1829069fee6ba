import { ENOUGH_ANSWERS, type Tally } from '../weakness.ts'

/** Where a learner stands among all of them, from how many have which accuracy: no figures of others are looked at. */

/** Percentiles are shown from this many learners. */
export const LEARNERS_TO_COMPARE = 30
/** Where a learner stands is noted again after so many scored answers: it hardly moves with one of them. */
export const ANSWERS_TO_MOVE = 5

/** How many learners have an accuracy of 0, 1, … 100 percent; empty while there are none. */
export type Distribution = readonly number[]

const PERCENTS = 101

/** The whole percent that an accuracy counts as; null with too few answers to compare. */
export const percentOf = ({ scoredAnswers, correctAnswers }: Tally): number | null =>
  scoredAnswers < ENOUGH_ANSWERS ? null : Math.floor((100 * correctAnswers) / scoredAnswers)

/** Whether a learner's place is noted, or noted again, with so many scored answers. */
export const isNotedAt = (scoredAnswers: number): boolean => scoredAnswers >= ENOUGH_ANSWERS && scoredAnswers % ANSWERS_TO_MOVE === 0

/** The distribution once a learner has moved from one percent to another; null is nowhere. */
export function moved(distribution: Distribution, from: number | null, to: number): Distribution {
  if (from === to) return distribution
  const counts = distribution.length === 0 ? new Array<number>(PERCENTS).fill(0) : distribution.slice()
  if (from !== null) counts[from] = (counts[from] ?? 0) - 1
  counts[to] = (counts[to] ?? 0) + 1
  return counts
}

export const learnersIn = (distribution: Distribution): number => distribution.reduce((sum, count) => sum + count, 0)

/**
 * Percent of the others whose accuracy is lower, rounded down; null until enough learners compare, and for one who does
 * not. Equals are not below each other. The learner stands in the distribution too, where they were noted last.
 */
export function percentAbove(distribution: Distribution, own: Tally & { readonly noted: number | null }): number | null {
  const percent = percentOf(own)
  const learners = learnersIn(distribution)
  if (percent === null || own.noted === null || learners < LEARNERS_TO_COMPARE) return null
  const below = learnersIn(distribution.slice(0, percent)) - (own.noted < percent ? 1 : 0)
  return Math.floor((100 * below) / (learners - 1))
}

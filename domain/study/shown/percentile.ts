import { ENOUGH_ANSWERS, type Tally } from './weakness.ts'

/** Percentiles from the distribution of accuracies, without other learners' figures. */

export const LEARNERS_TO_COMPARE = 30
/** A learner's place is updated only every few answers, as it hardly moves. */
export const ANSWERS_TO_MOVE = 5

/** Counts for 0, 1, … 100 percent; empty without learners. */
export type Distribution = readonly number[]

const PERCENTS = 101

/** Null with too few answers. */
export const percentOf = ({ scoredAnswers, correctAnswers }: Tally): number | null =>
  scoredAnswers < ENOUGH_ANSWERS ? null : Math.floor((100 * correctAnswers) / scoredAnswers)

export const isNotedAt = (scoredAnswers: number): boolean => scoredAnswers >= ENOUGH_ANSWERS && scoredAnswers % ANSWERS_TO_MOVE === 0

/** Null is outside of the distribution. */
export function moved(distribution: Distribution, from: number | null, to: number): Distribution {
  if (from === to) return distribution
  const counts = distribution.length === 0 ? new Array<number>(PERCENTS).fill(0) : distribution.slice()
  if (from !== null) counts[from] = (counts[from] ?? 0) - 1
  counts[to] = (counts[to] ?? 0) + 1
  return counts
}

export const learnersIn = (distribution: Distribution): number => distribution.reduce((sum, count) => sum + count, 0)

/** Percent of the others with lower accuracy, without the learner's own place. Null with too few learners. */
export function percentAbove(distribution: Distribution, own: Tally & { readonly noted: number | null }): number | null {
  const percent = percentOf(own)
  const learners = learnersIn(distribution)
  if (percent === null || own.noted === null || learners < LEARNERS_TO_COMPARE) return null
  const below = learnersIn(distribution.slice(0, percent)) - (own.noted < percent ? 1 : 0)
  return Math.floor((100 * below) / (learners - 1))
}

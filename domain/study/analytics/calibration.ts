import { ENOUGH_ANSWERS, likelyRange, sumOf, type Tally } from '../weakness.ts'

/** Whether a learner is as often right as they say to be sure. */

export const confidenceLevels = [1, 2, 3, 4, 5] as const
export type Confidence = (typeof confidenceLevels)[number]

/**
 * How often a learner who chooses a level expects to be right: 1 is a guess among four options, 5 is certain. Levels
 * between stand at equal steps.
 */
export const claimedBy = (confidence: Confidence): number => 0.25 + ((confidence - 1) * 0.75) / 4

export type RatedAnswers = ReadonlyMap<Confidence, Tally>

/**
 * The mean square of what was claimed less what was, over all rated answers: 0 at best, 0.25 for always saying
 * one half (G. W. Brier, Monthly Weather Review 78, 1950, 1-3). Null without a rated answer.
 */
export function brierScore(rated: RatedAnswers): number | null {
  const { scoredAnswers } = sumOf([...rated.values()])
  if (scoredAnswers === 0) return null
  let squares = 0
  for (const [confidence, { scoredAnswers, correctAnswers }] of rated) {
    const claimed = claimedBy(confidence)
    squares += correctAnswers * (1 - claimed) ** 2 + (scoredAnswers - correctAnswers) * claimed ** 2
  }
  return squares / scoredAnswers
}

/**
 * `over` where the mean claim lies above the likely range of the accuracy, `under` where it lies below, `even` within;
 * null until enough answers were rated.
 */
export function readingOf(rated: RatedAnswers): 'over' | 'under' | 'even' | null {
  const all = sumOf([...rated.values()])
  if (all.scoredAnswers < ENOUGH_ANSWERS) return null
  const claims = [...rated].reduce((sum, [confidence, { scoredAnswers }]) => sum + scoredAnswers * claimedBy(confidence), 0)
  const claimed = claims / all.scoredAnswers
  const { low, high } = likelyRange(all)
  return claimed > high ? 'over' : claimed < low ? 'under' : 'even'
}

import { ENOUGH_ANSWERS, likelyRange, sumOf, type Tally } from '../shown/weakness.ts'

export const confidenceLevels = [1, 2, 3, 4, 5] as const
export type Confidence = (typeof confidenceLevels)[number]

/** Expected accuracy by confidence: 1 is a guess among four options, 5 is certain, linear in between. */
export const claimedBy = (confidence: Confidence): number => 0.25 + ((confidence - 1) * 0.75) / 4

export type RatedAnswers = ReadonlyMap<Confidence, Tally>

/** G. W. Brier, Monthly Weather Review 78, 1950: 0 is best, 0.25 for always claiming one half. Null without answers. */
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

/** Compares the mean claim with the likely range of the accuracy; null with too few rated answers. */
export function readingOf(rated: RatedAnswers): 'over' | 'under' | 'even' | null {
  const all = sumOf([...rated.values()])
  if (all.scoredAnswers < ENOUGH_ANSWERS) return null
  const claims = [...rated].reduce((sum, [confidence, { scoredAnswers }]) => sum + scoredAnswers * claimedBy(confidence), 0)
  const claimed = claims / all.scoredAnswers
  const { low, high } = likelyRange(all)
  return claimed > high ? 'over' : claimed < low ? 'under' : 'even'
}

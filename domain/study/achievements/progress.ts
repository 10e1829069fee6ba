import { type Achievement, achievements } from './catalogue.ts'
import { accuracies, isAccuracy, type Measures } from './measures.ts'
import type { Tallies } from './tallies.ts'

/** Which achievements a learner's tallies earn, and how far the others are. */

const isReached = ({ measure, requirement }: Achievement, measures: Measures): boolean => (measures[measure] ?? 0) >= requirement

/** What was not reached before and is now, in the order of the catalogue. */
export const newlyReached = (before: Measures, after: Measures): readonly Achievement[] =>
  before === after ? [] : achievements.filter((achievement) => isReached(achievement, after) && !isReached(achievement, before))

export interface AchievementProgress {
  /** Of the requirement, and never more than it. */
  readonly reached: number
  /** How many answers are missing until an accuracy can be told; null where it can be, and where none is asked for. */
  readonly answersToGo: number | null
}

export function progressOf(
  { measure, requirement }: Achievement,
  { measures, lengths }: Pick<Tallies, 'measures' | 'lengths'>,
): AchievementProgress {
  const accuracy = isAccuracy(measure) ? accuracies[measure] : null
  const missing = accuracy ? accuracy.of - (lengths[accuracy.latest] ?? 0) : 0
  return { reached: Math.min(measures[measure] ?? 0, requirement), answersToGo: missing > 0 ? missing : null }
}
